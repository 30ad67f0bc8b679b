"""Uses connections as no good client does: more than there are file descriptors for, bodies of refused requests that
trickle, clients that wait for 100 Continue or close one side. Run by dev/check-overload.
connections_test.py PID LOG TOKEN URL..."""

import pathlib
import resource
import socket
import sys
import threading
import time
import urllib.parse

PID, LOG, TOKEN = int(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3].encode()
LISTENERS = [(parts.hostname, parts.port) for parts in map(urllib.parse.urlsplit, sys.argv[4:])]
# The last one, of APNs, speaks TLS.
ADDRESSES = LISTENERS[:-1]
AUTHORIZED = b"Host: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer " + TOKEN + b"\r\n"


def connect(address=ADDRESSES[0]):
    return socket.create_connection(address, timeout=10)


def read_all(connection):
    """What comes until the server closes its side."""
    data = b""
    try:
        while part := connection.recv(65_536):
            data += part
    except ConnectionResetError:
        pass
    return data


def alive(connection):
    connection.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return connection.recv(65_536).startswith(b"HTTP/1.1 200 ")


def processor_seconds():
    fields = pathlib.Path(f"/proc/{PID}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def shortage_of_descriptors():
    """Leaves the server fewer descriptors than clients want."""
    before = resource.prlimit(PID, resource.RLIMIT_NOFILE)
    used = len(list(pathlib.Path(f"/proc/{PID}/fd").iterdir()))
    with connect() as first:
        assert alive(first)
        resource.prlimit(PID, resource.RLIMIT_NOFILE, (used + 64, before[1]))
        idle = [connect(address) for address in LISTENERS for _ in range(60)]
        started = processor_seconds()
        time.sleep(2)
        took = processor_seconds() - started
        assert alive(first), "a client that was accepted is not answered"
        for connection in idle:
            connection.close()
        with connect() as last:
            assert alive(last), "nobody is accepted once descriptors are free"
    resource.prlimit(PID, resource.RLIMIT_NOFILE, before)
    lines = LOG.read_text().count("no connection is accepted")
    print(f"without descriptors the server takes {took / 2:.0%} of a processor and logs {lines} lines")
    assert took < 1, "the server tries again and again"
    assert 1 <= lines <= len(LISTENERS), lines


def trickle(address, head, ended):
    """Sends a body byte by byte, whatever the answer is, until the server closes the connection."""
    started = time.monotonic()
    with connect(address) as connection:
        connection.sendall(head)
        part = b"1\r\nx\r\n" if b"chunked" in head else b"x"
        try:
            while time.monotonic() - started < 20:
                connection.sendall(part)
                time.sleep(0.1)
        except OSError:
            pass
    ended[address, head] = time.monotonic() - started


def bodies_of_refused_requests():
    heads = [
        b"%s %s HTTP/1.1\r\n%s%s\r\n\r\n" % (method, path, fields, length)
        for method, path, fields in [
            (b"POST", b"/v1/devices", b"Host: localhost\r\n"),
            (b"POST", b"/v1/devices", b"Host: evil.example\r\n"),
            (b"POST", b"/nowhere", AUTHORIZED),
            (b"PATCH", b"/v1/devices", AUTHORIZED),
            (b"POST", b"/v1/devices", AUTHORIZED.replace(b"application/json", b"text/plain")),
        ]
        for length in [b"Content-Length: 100000", b"Transfer-Encoding: chunked"]
    ]
    heads.append(b"POST /v1/devices HTTP/1.1\r\n%sContent-Length: 100000000\r\n\r\n" % AUTHORIZED)
    # The other listeners read a body before they look for a command.
    cases = [(ADDRESSES[0], head) for head in heads]
    cases += [(address, head) for address in ADDRESSES[1:] for head in heads[:4]]
    ended = {}
    threads = [threading.Thread(target=trickle, args=(*case, ended), daemon=True) for case in cases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{len(cases)} bodies of refused requests were read for {max(ended.values()):.1f} s at most")
    assert max(ended.values()) < 8, {case: took for case, took in ended.items() if took >= 8}


def expected_continue():
    body = b'{"id": "expected"}'
    head = b"POST /v1/devices HTTP/1.1\r\n%sContent-Length: %d\r\nExpect: 100-continue\r\n\r\n"
    with connect() as connection:
        connection.sendall(head % (AUTHORIZED, len(body)))
        assert connection.recv(65_536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(body)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 201 ")
        assert alive(connection)
    for fields, length, status in [(b"Host: localhost\r\n", 10, b"401"), (AUTHORIZED, 100_000_000, b"413")]:
        with connect() as connection:
            connection.sendall(head % (fields, length))
            answer = connection.recv(65_536)
            assert answer.startswith(b"HTTP/1.1 " + status) and b"connection: close" in answer.lower(), answer


def clients_that_close_one_side():
    body = b'{"until": {"record": {"kind": "exit"}}, "timeoutSeconds": %d}'
    head = b"POST /v1/devices/expected/wait HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n%s"
    with connect() as connection:
        text = body % 1
        connection.sendall(head % (AUTHORIZED, len(text), text))
        connection.shutdown(socket.SHUT_WR)
        answer = read_all(connection)
        assert b"HTTP/1.1 200 " in answer and b'"met":false' in answer, answer
    with connect() as connection:
        text = body % 100
        connection.sendall(head % (AUTHORIZED, len(text), text))
        time.sleep(0.2)
    deadline = time.monotonic() + 5
    while b'"client-closed-request"' not in requests() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert b'"client-closed-request"' in requests(), "the wait goes on although its client has gone"


def requests():
    with connect() as connection:
        connection.sendall(b"GET /v1/requests HTTP/1.1\r\n%sConnection: close\r\n\r\n" % AUTHORIZED)
        return read_all(connection)


shortage_of_descriptors()
bodies_of_refused_requests()
expected_continue()
clients_that_close_one_side()
