import Greenroom

await CommandLineTool.run()
