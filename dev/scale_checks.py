"""What must hold in the end, compared with what clients were told."""

import collections
import datetime
import itertools
import json
import math
import subprocess

from scale_clients import ALARM, APP, BRIEF, DUE, MANUAL, REFUSALS, STABLE
from scale_servers import Failure, check, request

# By how much the clocks of two servers may differ.
CLOCK_ERROR = 0.1
# After how long a deadline must have been handled and reported, and a wait answered, while nothing is wrong. The test itself and
# its servers share a machine.
PROMPT = 2.0


def seconds(time):
    return datetime.datetime.fromisoformat(time).timestamp()


def timeline(address, device, after=0):
    """All records of a device after a sequence, and the bytes of all pages."""
    records, pages = [], []
    while after is not None:
        answer = request(address, "GET", f"/v1/devices/{device}/timeline?limit=1000&after={after}")
        check(answer.status == 200, f"the timeline of {device} answers {answer.status}: {answer.body}")
        records += answer.document["records"]
        pages.append(answer.body)
        after = answer.document.get("next")
    return records, pages


def markers(record):
    """What the record of an input was sent with."""
    if record["kind"] != "input":
        return
    if message := record.get("action", {}).get("message"):
        yield message
    yield from record.get("event", {}).get("arguments") or []
    if advance := record.get("advance"):
        yield f"advance-{round(advance['seconds'] * 1000)}"
    if install := record.get("install"):
        yield install["name"]


class Life:
    """A device from its creation to its deletion, as streams have it."""

    def __init__(self, name):
        self.name = name
        self.records = []
        self.is_deleted = False


class Checks:
    """Looks at everything, and keeps what is wrong."""

    def __init__(self, servers, operations, may_be_lost=lambda operation: False):
        self.servers, self.operations, self.may_be_lost = servers, operations, may_be_lost
        self.wrong = collections.defaultdict(list)
        # The lives of each device, oldest first.
        self.lives = collections.defaultdict(list)
        self.timelines = {}

    def expect(self, holds, kind, what):
        if not holds:
            self.wrong[kind].append(what() if callable(what) else what)

    @property
    def report(self):
        lines = []
        for kind, found in self.wrong.items():
            lines.append(f"{kind}: {len(found)} times")
            lines += [f"    {one[:1500]}" for one in found[:4]]
        return "\n".join(lines)

    def check_answers(self):
        """Adds what clients have noted."""
        for operation in self.operations:
            for kind, what in operation.wrong:
                self.expect(self.may_be_lost(operation), kind, what)

    # Timelines

    def check_timelines(self, devices):
        """They are the same at all servers, byte for byte, without gaps, and their times do not go back."""
        for device in devices:
            found = {name: timeline(server.address, device) for name, server in self.servers.running.items()}
            documents = {name: request(s.address, "GET", f"/v1/devices/{device}").body for name, s in self.servers.running.items()}
            records, pages = next(iter(found.values()))
            for name, (others, other_pages) in found.items():
                first = next((a for a, b in zip(records, others, strict=False) if a != b), "the length or the frame")
                self.expect(pages == other_pages, "timelines differ", f"{device} at {name}: {len(others)} records, here {len(records)}; {first}")
            self.expect(len(set(documents.values())) == 1, "devices differ", f"{device}: {documents}")
            sequences = [record["sequence"] for record in records]
            self.expect(sequences == list(range(1, len(records) + 1)), "sequences have gaps", f"{device}: {odd(sequences)}")
            for a, b in itertools.pairwise(records):
                self.expect(a["time"] <= b["time"], "time goes back", f"{device}: {a} and {b}")
            self.timelines[device] = records

    def check_forks(self):
        for operation in self.operations:
            if operation.kind == "fork" and operation.answer and operation.answer.status == 201:
                # A copy has those records that the server had in memory.
                first, last = operation.document["oldest"], operation.document["sequence"]
                found = [timeline(address, operation.marker, first - 1)[0] for address in self.servers.addresses()]
                there = self.timelines[operation.device][first - 1 : last]
                self.expect(all(one == there for one in found), "forks differ from what they are copies of", lambda: str(operation))

    # Streams

    def check_streams(self, followers_of_all, followers):
        for follower in [*followers_of_all, *followers]:
            for gap in follower.gaps:
                self.expect(False, "streams have gaps", f"{gap}: {follower.log[-6:]}")
        first = followers_of_all[0]
        named = [[(id, name, data) for id, name, data, _ in one.events if name in ("", "deviceDeleted")] for one in followers_of_all]
        for other in named[1:]:
            place = next((n for n, (a, b) in enumerate(zip(named[0], other, strict=False)) if a != b), None)
            self.expect(
                place is None and len(named[0]) == len(other), "streams of all differ",
                lambda place=place, other=other: f"at {place} of {len(named[0])} and {len(other)}: {named[0][place or -1]} and {other[place or -1]}",
            )
        for follower in followers:
            device = follower.name.rpartition(" ")[2]
            there = self.timelines[device]
            records = follower.records
            sequences = [record["sequence"] for record in records]
            self.expect(
                sequences == list(range(1, len(there) + 1)), "streams of a device have gaps or repetitions",
                lambda: f"{follower.name}: {odd(sequences)} of {len(there)}: {follower.log[-10:]}",
            )
            different = [record for record in records if record["sequence"] > len(there) or there[record["sequence"] - 1] != record]
            self.expect(not different, "streams differ from timelines", lambda: f"{follower.name}: {different[:2]}")
        self.read_lives(first)

    def check_gaps(self, followers_of_all, followers):
        """Whoever has got records that are lost, was told of a gap, and has got all others after it."""
        for follower in [*followers_of_all, *followers]:
            last = {}
            for record in follower.records:
                device = record.pop("device", follower.name.rpartition(" ")[2])
                if device not in self.timelines:
                    continue
                sequence, there = record["sequence"], self.timelines[device]
                is_there = sequence <= len(there) and there[sequence - 1] == record
                self.expect(is_there, "lost records without a gap", lambda f=follower, r=record: f"{f.name}: {r}: {f.gaps} {f.log[-5:]}")
                follows = sequence == last.get(device, sequence - 1) + 1
                self.expect(follows, "streams have gaps that they do not tell", f"{follower.name}: {device} {sequence} after {last.get(device)}")
                last[device] = sequence

    def read_lives(self, follower):
        """Goes through the stream of all devices: each life has each record once."""
        for id, name, data, _ in follower.events:
            if name not in ("", "deviceDeleted"):
                continue
            event = json.loads(data)
            device = event["device"]
            if not (device in STABLE or device in BRIEF or device in DUE):
                continue
            lives = self.lives[device]
            if name == "deviceDeleted":
                self.expect(lives and not lives[-1].is_deleted, "streams delete what is not there", f"{device} at {id}")
                if lives:
                    lives[-1].is_deleted = True
                continue
            if event["sequence"] == 1:
                self.expect(not lives or lives[-1].is_deleted, "streams begin a device twice", f"{device} at {id}: {data}")
                lives.append(Life(event["install"]["name"]))
            expected = len(lives[-1].records) + 1 if lives else 1
            self.expect(
                lives and not lives[-1].is_deleted and event["sequence"] == expected, "streams of all have gaps or repetitions",
                f"{follower.name}: {device} at {id}: {event['sequence']}, and {expected} was to come",
            )
            if lives:
                lives[-1].records.append(event)
        for device in STABLE:
            if device in self.timelines:
                told = [{k: v for k, v in record.items() if k != "device"} for life in self.lives[device] for record in life.records]
                there = self.timelines[device]
                first = next((n for n, (a, b) in enumerate(zip(told, there, strict=False), 1) if a != b), None)
                self.expect(told == there, "streams of all differ from timelines", f"{device}: {len(told)} of {len(there)}, the first at {first}")

    # Inputs

    def places(self):
        """Where each marker is: the number of the life, and the sequence."""
        found = collections.defaultdict(lambda: collections.defaultdict(list))
        for device, records in self.timelines.items():
            if device in STABLE:
                for record in records:
                    for marker in markers(record):
                        found[device][marker].append((0, record["sequence"]))
        for device in BRIEF:
            for number, life in enumerate(self.lives[device]):
                for record in life.records:
                    for marker in markers(record):
                        found[device][marker].append((number, record["sequence"]))
        return found

    def check_inputs(self):
        """What was acknowledged is there once, what was refused is not, and what nobody knows at most once."""
        self.found = self.places()
        sent = collections.defaultdict(set)
        for operation in self.operations:
            if operation.marker and operation.kind != "fork" and operation.attempts:
                sent[operation.device].add(operation.marker)
                there = self.found[operation.device].get(operation.marker, [])
                lives = [life for life, _ in there]
                times = len(there)
                if operation.device in BRIEF and operation.kind != "create" and len(operation.attempts) > 1:
                    # Each device of this id has keys of its own.
                    self.expect(len(set(lives)) == times, "inputs that are there twice", lambda: f"{there}: {operation}")
                    times = min(times, 1)
                allowed = {"acknowledged": {1}, "refused": {0}, "unknown": {0, 1}}[operation.outcome]
                if self.may_be_lost(operation):
                    allowed = allowed | {0}
                kind = {0: "acknowledged inputs that are lost"}.get(times, "inputs that are there twice" if times > 1 else "refused inputs that were done")
                self.expect(times in allowed, kind, lambda: f"{operation.outcome}, and there {there}: {operation}")
            if operation.device in STABLE:
                self.check_records(operation)
        for device in (*STABLE, *BRIEF):
            unknown = {marker for marker in self.found[device] if marker not in sent[device] and marker not in (device, APP)}
            self.expect(not unknown, "inputs that nobody has sent", f"{device}: {sorted(unknown)[:5]}")

    def check_records(self, operation):
        there = self.timelines[operation.device]
        for record in operation.records:
            sequence = record["sequence"]
            same = sequence <= len(there) and there[sequence - 1] == record
            self.expect(
                same or self.may_be_lost(operation), "answers with records that are not there",
                lambda: f"{record}, and there is {there[sequence - 1] if sequence <= len(there) else None}: {operation}",
            )
        if "If-Match" in operation.headers and not self.may_be_lost(operation) and operation.answer and operation.answer.status == 200:
            expected = int(operation.headers["If-Match"].strip('"')) + 1
            place = self.found[operation.device].get(operation.marker)
            self.expect(place == [(0, expected)], "If-Match was not kept", lambda: f"at {place}: {operation}")

    def check_deletions(self):
        """A device was deleted as often as that was acknowledged, and more often only where nobody knows."""
        for device in BRIEF:
            outcomes = collections.Counter(o.outcome for o in self.operations if o.kind == "delete" and o.device == device)
            there = sum(life.is_deleted for life in self.lives[device])
            least, most = outcomes["acknowledged"], outcomes["acknowledged"] + outcomes["unknown"]
            self.expect(least <= there <= most, "deletions", f"{device} was deleted {there} times, and that was acknowledged {least} times: {outcomes}")
            answers = {name: request(s.address, "GET", f"/v1/devices/{device}") for name, s in self.servers.running.items()}
            is_there = bool(self.lives[device]) and not self.lives[device][-1].is_deleted
            for name, answer in answers.items():
                self.expect(
                    answer.status == (200 if is_there else 404), "devices that are not as streams say",
                    f"{device} at {name}: {answer.status}, and its lives are {[(one.name, one.is_deleted) for one in self.lives[device]][-3:]}",
                )

    # Order

    def position(self, operation):
        """How far the device was when an operation was answered; nil when its answer does not tell."""
        device, document = operation.device, operation.document
        if operation.answer is None and not getattr(operation, "verdict", None):
            return None
        if operation.answer and operation.answer.status == 304:
            return 0, int(operation.headers["If-None-Match"].strip('"').partition("-")[0])
        if operation.kind == "fork" or "sequence" not in document:
            return None
        if device in STABLE:
            return 0, document["sequence"]
        names = [life.name for life in self.lives[device]]
        if life := document.get("labels", {}).get("life"):
            if life not in names:
                self.expect(False, "devices that streams do not have", str(operation))
                return None
            # An answer that is repeated is that of a device which may be gone.
            return names.index(life), document["sequence"]
        if operation.marker and (places := self.found[device].get(operation.marker)):
            return (places[0][0], document["sequence"]) if len(places) == 1 else None
        return None

    def check_order(self):
        """No answer is older than the device was when the request was sent, and no input stands before what was acknowledged then."""
        by_device = collections.defaultdict(list)
        for operation in self.operations:
            if operation.attempts and not self.may_be_lost(operation):
                if operation.kind == "list":
                    self.add_list(operation, by_device)
                elif operation.device in STABLE or operation.device in BRIEF:
                    by_device[operation.device].append((operation.began, operation.acknowledged, self.position(operation), operation))
        for device, all_of_it in by_device.items():
            self.check_order_of(device, all_of_it)

    def add_list(self, operation, by_device):
        for document in operation.document.get("devices", []):
            if document["id"] in STABLE:
                by_device[document["id"]].append((operation.began, operation.acknowledged, (0, document["sequence"]), operation))

    def check_order_of(self, device, all_of_it):
        done = sorted(((end, position, o) for _, end, position, o in all_of_it if position and end < math.inf), key=lambda row: row[0])
        highest, by, index = (-1, 0), None, 0
        rate = STABLE.get(device, {}).get("rate", 1)
        latest = 0
        deleted = []
        for began, _, position, operation in sorted(all_of_it, key=lambda row: row[0]):
            while index < len(done) and done[index][0] < began:
                end, reached, other = done[index]
                if reached > highest:
                    highest, by = reached, other
                latest = max(latest, self.shown(device, other))
                index += 1
            life = highest[0]
            if device in BRIEF and operation.attempts[-1].status == 404 and life >= 0:
                ended = operation.attempts[-1].ended
                self.expect(self.can_be_gone(device, life, ended), "devices that were not found", lambda: f"life {life} is there: {operation} after {by}")
            if operation.kind == "delete" and operation.outcome == "acknowledged" and life >= 0:
                # Whoever comes later sees at most what was created later.
                deleted.append((operation.acknowledged, (life, math.inf), operation))
            while deleted and deleted[0][0] < began:
                _, reached, other = deleted.pop(0)
                highest, by = max((highest, by), (reached, other), key=lambda pair: pair[0])
            if position and position < highest:
                self.expect(False, "answers that are older than the device was", f"{position}, and {highest} was known: {operation} after {by}")
            if latest and position and (shown := self.shown(device, operation)):
                back = latest - shown
                self.expect(back < CLOCK_ERROR * rate, "clocks go back", lambda: f"by {back:.3f} s: {operation}")
            if operation.marker and operation.kind not in ("fork", "list"):
                places = self.found[device].get(operation.marker, [])
                if len(places) == 1 and places[0] <= highest and operation.kind != "create":
                    self.expect(False, "inputs before what was known", f"at {places[0]}, and {highest} was known: {operation} after {by}")

    def can_be_gone(self, device, life, instant):
        """Whether somebody may have deleted a device by then."""
        life = self.lives[device][life]
        created = min((o.began for o in self.operations if o.kind == "create" and o.marker == life.name), default=0)
        return life.is_deleted and any(
            o.began < instant and (o.outcome == "unknown" or created < o.acknowledged < math.inf)
            for o in self.operations if o.kind == "delete" and o.device == device and o.attempts
        )

    def shown(self, device, operation):
        """What the device's clock showed in an answer; 0 for clocks that are moved by hand, and in repeated answers."""
        if device in MANUAL or device not in STABLE or operation.kind == "list" or len(operation.attempts) > 1:
            return 0
        document = operation.document
        time = document.get("time") or document.get("clock", {}).get("now")
        return seconds(time) if time else 0

    def check_states(self):
        """A device whose clock is moved by hand is the same thing in every answer with the same sequence."""
        seen = {}
        for operation in self.operations:
            if operation.kind == "read" and operation.device in MANUAL and operation.answer and operation.answer.status == 200:
                key = operation.device, operation.document["sequence"]
                before = seen.setdefault(key, operation)
                self.expect(
                    before.answer.body == operation.answer.body, "different states of one sequence",
                    lambda: f"{before.answer.body} and {operation.answer.body}: {before} and {operation}",
                )

    # Time

    def check_deadlines(self, follower, windows, grace):
        """Deadlines are handled in time, whoever handles them, and each once."""
        latest = 0
        for device in DUE:
            last = None
            for _, name, data, arrived in follower.events:
                if name != "" or f'"device":"{device}"' not in data or '"name":"alarmHandler"' not in data:
                    continue
                due = seconds(json.loads(data)["time"])
                if last is not None:
                    self.expect(abs(due - last - ALARM) < 0.002, "deadlines that were missed", f"{device}: at {last} and {due}")
                last = due
                allowed = due
                for begin, end in sorted(windows):
                    if begin - PROMPT < allowed < end + grace:
                        allowed = end + grace
                allowed += PROMPT
                if allowed == due + PROMPT:
                    latest = max(latest, arrived - due)
                self.expect(arrived < allowed, "deadlines that were handled late", f"{device}: {arrived - due:.1f} s late, {arrived - allowed:.1f} s too late")
            self.expect(last is not None, "deadlines that were missed", f"{device} had none")
        return latest

    def check_waits(self, waits, is_quiet):
        longest = 0
        for came_true, ended, wait in waits:
            if is_quiet(came_true, ended):
                longest = max(longest, ended - came_true)
                self.expect(ended - came_true < PROMPT, "waits that ended late", lambda: f"{ended - came_true:.1f} s: {wait}")
        return longest

    def check_expiry(self, expiring, is_quiet):
        for worker in expiring:
            for begin, end, what in worker.faults:
                # Who cannot reach the database cannot say that a device is in use.
                self.expect(not is_quiet(begin - worker.LIFE, end), "devices in use that expired", what)

    def check_availability(self, is_quiet):
        """Nothing is refused, or broken off, while nothing is wrong."""
        for operation in self.operations:
            for attempt in operation.attempts:
                if attempt.status in (None, 503) and not attempt.is_deliberate and attempt.ended and is_quiet(attempt.began, attempt.ended):
                    kind = f"refused with {attempt.code}" if attempt.status else "broken off"
                    # A server that ends lets nobody wait any longer.
                    fits = attempt.code == "overloaded" or attempt.code == "not-ready" and operation.path.endswith("/wait")
                    self.expect(fits, f"requests that were {kind} while nothing was wrong", lambda: str(operation))


    def check_replay(self, binary, url):
        try:
            return check_replay(binary, url)
        except Failure as failure:
            self.expect(False, "replays", str(failure))


def odd(sequences):
    """Where sequences are not one after another."""
    pairs = [(a, b) for a, b in itertools.pairwise([0, *sequences]) if b != a + 1]
    return f"{pairs[:5]} up to {sequences[-1] if sequences else 0}"


def check_replay(binary, url):
    """Applies every step once more, and gives what the command says."""
    done = subprocess.run([binary, "replay", url], capture_output=True, text=True, timeout=600, check=False)
    check(done.returncode == 0, f"the replay comes to something else: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def summary(operations):
    waits = sorted(o.acknowledged - o.began for o in operations if o.acknowledged < math.inf)
    outcomes = collections.Counter(operation.outcome for operation in operations if operation.attempts)
    codes = collections.Counter(a.code for o in operations for a in o.attempts if a.code in REFUSALS | {"outcome-unknown"})
    replayed = sum(sum(a.outcome == "acknowledged" for a in o.attempts) > 1 for o in operations)
    return (
        f"{len(operations)} operations {dict(outcomes)}, {replayed} answered again, refused with {dict(codes)},"
        f" median {waits[len(waits) // 2]:.3f} s, 99 % within {waits[len(waits) * 99 // 100]:.2f} s, the longest {waits[-1]:.1f} s"
    )
