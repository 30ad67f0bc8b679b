"""Gives each request to the next of several servers, as a balancer without stickiness does. Prints its own address.

python3 dev/balancer.py URL...
"""

import http.client
import http.server
import itertools
import sys
import threading
import urllib.parse

SERVERS = itertools.cycle([urllib.parse.urlsplit(url).netloc for url in sys.argv[1:]])
PASSED_ON = {"accept", "authorization", "content-type", "idempotency-key", "prefer"}


class Balancer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # An answer is written in two pieces, and the second must not wait for the acknowledgement of the first.
    disable_nagle_algorithm = True
    connections = threading.local()

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fields = {name: value for name, value in self.headers.items() if name.lower() in PASSED_ON}
        server = next(SERVERS)
        connections = self.connections.__dict__
        connection = connections.setdefault(server, http.client.HTTPConnection(server, timeout=120))
        connection.request(self.command, self.path, body or None, fields)
        answer = connection.getresponse()
        text = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "content-length", "date", "server", "transfer-encoding"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = pass_on

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Balancer)
server.daemon_threads = True
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
