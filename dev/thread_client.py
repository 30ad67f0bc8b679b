"""A client that keeps one connection for each thread. It is quick enough to measure a server with."""

import http.client
import json
import threading
import urllib.parse


class Client(threading.local):
    """Sends requests to a server; each thread has a connection of its own."""

    def __init__(self, url):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=60)

    def ask(self, method, path, body=None, headers=None):
        """The status, the headers and the text of an answer; a body is bytes, or anything that JSON can say."""
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        given = {"Content-Type": "application/json"} if body else {}
        self.connection.request(method, path, body, given | (headers or {}))
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()

    def text(self, method, path, body=None, headers=None):
        """The text of an answer. What makes no sense at the moment may be refused, and nothing else."""
        status, _, text = self.ask(method, path, body, headers)
        assert status < 300 or status == 409, text
        return text
