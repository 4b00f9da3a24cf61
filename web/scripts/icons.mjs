// Takes the icons that src/data/icons.json names out of @iconify-json/game-icons, makes two sprites of them, and writes
// down what the About page says about them.
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'

const at = (path) => new URL(path, import.meta.url)
const read = (path) => JSON.parse(readFileSync(at(path), 'utf8'))
const set = read('../node_modules/@iconify-json/game-icons/icons.json')
const { author, license } = read('../node_modules/@iconify-json/game-icons/info.json')
const { common: shown, cards } = read('../src/data/icons.json')
const names = [...new Set([...shown, ...Object.values(cards)])].sort()
const missing = names.filter((name) => !set.icons[name])
if (missing.length) {
  console.error(`No such icon: ${missing.join(', ')}`)
  process.exit(1)
}
const credits = read('../src/data/credits.json')
const unused = Object.values(credits)
  .flat()
  .filter((name) => !names.includes(name))
if (unused.length) {
  console.error(`Credited, but not used: ${unused.join(', ')}`)
  process.exit(1)
}
/** The numbers of a path's command with one decimal. Flags of an arc may be written without anything between them. */
const shortened = (numbers, isArc) => {
  let out = ''
  let last = ''
  let at = 0
  for (let i = 0; ; i++) {
    const next = isArc && [3, 4].includes(i % 7) ? /[\s,]*([01])/y : /[\s,]*(-?(?:\d*\.\d+|\d+))/y
    next.lastIndex = at
    const found = next.exec(numbers)
    if (!found) return out
    at = next.lastIndex
    const short = String(Math.round(Number(found[1]) * 10) / 10).replace(/^(-?)0\./, '$1.')
    const isApart = i === 0 || short.startsWith('-') || (short.startsWith('.') && last.includes('.'))
    out += isApart ? short : ` ${short}`
    last = short
  }
}
/** A tenth of a unit of 512 cannot be seen, and the files shrink by a quarter. */
const rounded = (path) =>
  path.replace(/([a-df-z])([^a-df-z]*)/gi, (_, command, numbers) => command + shortened(numbers, /a/i.test(command)))
const body = (name) => set.icons[name].body.replace(/(?<= d=")[^"]*/g, rounded)
const symbol = (name) => `<symbol id="${name}" viewBox="0 0 512 512">${body(name)}</symbol>`
const sprite = (icons) =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- game-icons.net, CC BY 3.0; the authors are on the About page -->\n${icons.map(symbol).join('\n')}\n</svg>\n`
// What every page shows comes first and alone; the pictures of the cards follow when one is drawn.
const common = new Set(shown)
const facts = `${JSON.stringify({ count: names.length, author, license }, null, 2)}\n`
mkdirSync(at('../src/generated/'), { recursive: true })
const files = [
  ['../src/generated/icons.svg', sprite(names.filter((name) => common.has(name)))],
  ['../src/generated/cards.svg', sprite(names.filter((name) => !common.has(name)))],
  ['../src/generated/common.json', JSON.stringify(shown)],
  ['../src/generated/collection.json', facts],
  // What `basebash pack check` compares the icons of packs with.
  ['../../src/basebash/packs/glyphs.txt', `${names.join('\n')}\n`],
]
for (const [path, text] of files) {
  const out = at(path)
  if (!existsSync(out) || readFileSync(out, 'utf8') !== text) writeFileSync(out, text)
}
