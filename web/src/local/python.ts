/** Starts Python (Pyodide) in a web worker, with the game on its path. */
import type { PyodideAPI } from 'pyodide'
import type { Files } from './files'
import type { Site } from './site'

type Loader = typeof import('pyodide')
interface Module {
  default: NonNullable<Parameters<Loader['loadPyodide']>[0]>['createPyodideModule']
}

const FOLDER = '/game'

export async function startPython(site: Site, base: string, files: Files, starting: () => void): Promise<PyodideAPI> {
  const { loader, module, wasm, library, game } = site.files
  const [loaderCode, moduleCode, binary, standard, own] = await Promise.all(
    [loader, module, wasm, library, game].map((name) => files.read(name)),
  )
  starting()
  const libraryURL = URL.createObjectURL(new Blob([standard!]))
  // Pyodide fetches its binary by a name of its own; everything else goes past this.
  const usual = globalThis.fetch
  globalThis.fetch = (input, init) =>
    String(input).endsWith('/pyodide.asm.wasm')
      ? Promise.resolve(new Response(binary, { headers: { 'Content-Type': 'application/wasm' } }))
      : usual(input, init)
  try {
    const { loadPyodide } = await run<Loader>(loaderCode!)
    const { default: createPyodideModule } = await run<Module>(moduleCode!)
    const python = await loadPyodide({
      indexURL: new URL('.', base).href,
      stdLibURL: libraryURL,
      // Only the interpreter comes from Pyodide's distribution, none of its packages.
      lockFileContents: JSON.stringify({ info: site.python, packages: {} }),
      createPyodideModule,
    })
    python.unpackArchive(own!, 'zip', { extractDir: FOLDER })
    python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`)
    return python
  } finally {
    globalThis.fetch = usual
    URL.revokeObjectURL(libraryURL)
  }
}

/** Runs a module that has been read as a file, so that the browser need not find it again. */
async function run<T>(code: ArrayBuffer): Promise<T> {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  try {
    return (await import(/* @vite-ignore */ address)) as T
  } finally {
    URL.revokeObjectURL(address)
  }
}
