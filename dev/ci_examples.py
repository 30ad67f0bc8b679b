"""Prints the commands of a job of examples/ci as a script for bash: ci_examples.py FILE JOB"""

import shlex
import sys
from pathlib import Path

from ruamel.yaml import YAML

document = YAML(typ="safe").load(Path(sys.argv[1]))
job = document["jobs"][sys.argv[2]] if "jobs" in document else document[sys.argv[2]]
for name, value in (job.get("variables") or job.get("env") or {}).items():
    # The script's caller may have another value.
    print(f"export {name}=${{{name}-{shlex.quote(value)}}}")
print("set -e")
if "steps" in job:
    print("\n".join(step["run"] for step in job["steps"] if "run" in step))
else:
    print("\n".join(job["before_script"] + job["script"]))
