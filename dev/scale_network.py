"""A network of servers, clients and a database that can be cut. dev/scale-test makes the bridge, in a namespace that ends with it."""

import subprocess

from scale_servers import check


def ip(*arguments):
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"ip {' '.join(arguments)}: {done.stderr}")


class Network:
    """Each server in a network namespace of its own, on a bridge with the clients and the database."""

    def __init__(self, prefix, names):
        self.prefix, self.names = prefix, names
        self.database = f"{prefix}.2"
        self.rules = []
        self.look_at_cuts_first()
        for name in names:
            ip("netns", "add", name)
            ip("link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"to-{name}", "master", "servers", "up")
            ip("-netns", name, "link", "set", "lo", "up")
            ip("-netns", name, "address", "add", f"{self.host(name)}/24", "dev", "eth0")
            ip("-netns", name, "link", "set", "eth0", "up")
            self.look_at_cuts_first("-netns", name)

    @staticmethod
    def look_at_cuts_first(*namespace):
        """Moves the rule of local addresses behind those that cuts add: they have to see what arrives here."""
        ip(*namespace, "rule", "add", "preference", "100", "lookup", "local")
        ip(*namespace, "rule", "delete", "preference", "0")

    def command(self, name):
        return ["ip", "netns", "exec", name]

    def host(self, name):
        return f"{self.prefix}.{11 + self.names.index(name)}"

    def drop(self, namespace, source, destination):
        """Drops what arrives in a namespace, without a word to the sender."""
        where = ["-netns", namespace] if namespace else []
        rule = ["preference", "1", "from", source, "to", destination, "blackhole"]
        ip(*where, "rule", "add", *rule)
        self.rules.append([*where, "rule", "delete", *rule])

    def cut_from_database(self, name, directions):
        if "out" in directions:
            self.drop(None, self.host(name), self.database)
        if "in" in directions:
            self.drop(name, self.database, self.host(name))

    def heal(self):
        while self.rules:
            ip(*self.rules.pop())
