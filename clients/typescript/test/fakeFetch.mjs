// A fetch that answers from a list or a function, and remembers what it was asked.

/** An answer in JSON; a problem document when the status says so. */
export function json(value, {status = 200, headers = {}} = {}) {
    const type = status < 400 ? "application/json" : "application/problem+json";
    return new Response(JSON.stringify(value), {status, headers: {"Content-Type": type, ...headers}});
}

/** An answer that is a stream of events: its pieces of text, one after another. */
export function eventStream(...pieces) {
    const encoder = new TextEncoder();
    const body = new ReadableStream({
        start(controller) {
            for (const piece of pieces) controller.enqueue(encoder.encode(piece));
            controller.close();
        },
    });
    return new Response(body, {headers: {"Content-Type": "text/event-stream"}});
}

/** A fetch that gives each request to a function, or the next of a list of answers. */
export function fakeFetch(answers) {
    const requests = [];
    const fetch = async (url, init = {}) => {
        const request = {url, method: init.method, headers: init.headers, body: init.body};
        requests.push(request);
        const answer = typeof answers === "function" ? answers(request) : answers.shift();
        if (answer instanceof Error) throw answer;
        if (!answer) throw new Error(`nobody expected ${request.method} ${url}`);
        return answer;
    };
    return {fetch, requests};
}
