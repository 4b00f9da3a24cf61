/** Downloads the files of a site, counts their bytes, and keeps them for the next time. Their names change with them. */

/** The service worker (public/site/sw.js) looks here too, and removes what a newer site does not have. */
const KEPT = 'files'

export class Files {
  private bytes = 0
  private isNew = false

  constructor(
    private readonly base: string,
    /** Called with the bytes that are there, if some have to be downloaded. */
    private readonly tell: (bytes: number) => void,
  ) {}

  /** The bytes of a file, decompressed if its name ends in .gzip (some servers treat .gz in their own way). */
  async read(name: string): Promise<ArrayBuffer> {
    return (await this.open(name)).arrayBuffer()
  }

  async open(name: string, type = 'application/octet-stream'): Promise<Response> {
    const found = await this.find(name)
    let body: ReadableStream<Uint8Array<ArrayBuffer>> = found.body!.pipeThrough(this.counter())
    if (name.endsWith('.gzip')) body = body.pipeThrough(new DecompressionStream('gzip'))
    return new Response(body, { headers: { 'Content-Type': type } })
  }

  private async find(name: string): Promise<Response> {
    const address = new URL(name, this.base).href
    // Private windows may refuse to keep anything.
    const kept = await caches.open(KEPT).catch(() => null)
    const found = await kept?.match(address)
    if (found) return found
    this.isNew = true
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    void kept?.put(address, response.clone()).catch(() => undefined)
    return response
  }

  private counter(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    return new TransformStream({
      transform: (chunk, controller) => {
        this.bytes += chunk.byteLength
        if (this.isNew) this.tell(this.bytes)
        controller.enqueue(chunk)
      },
    })
  }
}
