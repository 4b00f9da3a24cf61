/** Text that people read is in src/strings: components contain none of their own, and every string is used. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type AST } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../../src')
const FILES = readdirSync(SOURCE, { recursive: true })
  .map(String)
  .filter((file) => /\.(svelte|ts)$/.test(file))
/** Attributes that people read or hear. */
const SPOKEN = new Set(['aria-label', 'title', 'placeholder', 'label', 'alt'])
/** Keys of the keyboard have their name on them. */
const isWord = (text: string): boolean => /\p{L}{2}|’s/u.test(text)

function read(file: string): string {
  return readFileSync(join(SOURCE, file), 'utf8')
}

/** Texts that stand in the markup itself: between tags, in attributes that are read out, in templates inside braces. */
function literals(node: unknown, attribute: string | null = null): string[] {
  if (Array.isArray(node)) return node.flatMap((part) => literals(part, attribute))
  if (typeof node !== 'object' || node === null) return []
  const part = node as {
    type?: string
    name?: string
    data?: string
    value?: unknown
    quasis?: { value: { raw: string } }[]
  }
  const isSeen = attribute === null || SPOKEN.has(attribute)
  const found: string[] = []
  if (part.type === 'Comment') return []
  if (part.type === 'Text' && isSeen && isWord(part.data ?? '')) found.push(part.data!.trim())
  if (part.type === 'TemplateLiteral' && isSeen)
    found.push(
      ...(part.quasis ?? []).map((quasi) => quasi.value.raw).filter((raw) => isWord(raw) && !/^[/.#]/.test(raw)),
    )
  if (part.type === 'Literal' && isSeen && typeof part.value === 'string' && /\p{L} \p{L}/u.test(part.value))
    found.push(part.value)
  const within =
    part.type === 'Attribute' ? (part.name ?? '') : /Directive$/.test(part.type ?? '') ? 'directive' : attribute
  for (const [key, child] of Object.entries(part))
    if (!['parent', 'start', 'end', 'loc'].includes(key)) found.push(...literals(child, within))
  return found
}

describe('strings', () => {
  it.each(FILES.filter((file) => file.endsWith('.svelte')))('of %s are in src/strings', (file) => {
    const { fragment }: AST.Root = parse(read(file), { modern: true })
    expect(literals(fragment)).toEqual([])
  })

  it.each(FILES.filter((file) => file.startsWith('strings/')))('in %s are all used', (file) => {
    const name = file.replace('strings/', '').replace('.ts', '')
    const users = FILES.filter((user) => new RegExp(`'(@/strings|\\.)/${name}'`).test(read(user)))
    const text = users.map(read).join('\n') + read(file)
    const unused: string[] = []
    let group = ''
    for (const line of read(file).split('\n')) {
      group = /^export const (\w+) = \{$/.exec(line)?.[1] ?? group
      if (line === '}') group = ''
      const key = group ? /^ {2}(\w+):/.exec(line)?.[1] : undefined
      if (key && !new RegExp(`\\b${group}\\.${key}\\b|\\b${group}\\[`).test(text)) unused.push(`${group}.${key}`)
    }
    expect(unused).toEqual([])
  })
})
