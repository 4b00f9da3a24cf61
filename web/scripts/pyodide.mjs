/** Runs a Python program, given on standard input, in Pyodide with a game archive on its path: pyodide.mjs ARCHIVE. */
import { readFileSync } from 'node:fs'
import { loadPyodide } from 'pyodide'

const python = await loadPyodide({ stderr: () => undefined })
python.unpackArchive(new Uint8Array(readFileSync(process.argv[2])).buffer, 'zip', { extractDir: '/game' })
python.runPython('import sys; sys.path.insert(0, "/game")')
python.setStdout({ batched: (line) => console.log(line) })
try {
  python.runPython(readFileSync(0, 'utf8'))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
