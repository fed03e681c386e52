import { filterFault } from '../../../platform/mqtt/topic-access.rules.ts'

/** Topic pattern by levels: a word matches itself, `+` any level, `{name}` any level and captures it, `#` at the end all levels below. */
export type TopicPattern = readonly Level[]
type Level =
  | { readonly is: 'word'; readonly word: string }
  | { readonly is: 'any'; readonly name: string | null }
  | { readonly is: 'rest' }

const named = /^\{([a-z][a-z0-9_]{0,31})\}$/

/** Why a pattern is invalid: wrong form, a wildcard as first level, or reserved topics. */
export type PatternFault = 'shape' | 'wide' | 'own'

export function topicPattern(text: string): TopicPattern | PatternFault {
  const words = text.split('/')
  const levels = words.map(levelOf)
  if (levels.includes(null)) return 'shape'
  const fault = filterFault(filterOf(text))
  if (fault !== null) return fault
  return text.startsWith('sf/v1/') || text.startsWith('spBv1.0/') ? 'own' : (levels as Level[])
}

function levelOf(word: string): Level | null {
  if (word === '#') return { is: 'rest' }
  if (word === '+') return { is: 'any', name: null }
  const [, name] = named.exec(word) ?? []
  if (name !== undefined) return { is: 'any', name }
  return /[{}]/.test(word) ? null : { is: 'word', word }
}

/** The pattern as an MQTT filter. */
export const filterOf = (text: string): string =>
  text
    .split('/')
    .map((word) => (named.test(word) ? '+' : word))
    .join('/')

/** Names that a pattern captures. */
export const namesIn = (pattern: TopicPattern): string[] =>
  pattern.flatMap((level) => (level.is === 'any' && level.name !== null ? [level.name] : []))

/** Levels of a topic captured by a pattern; null = no match. */
export function matchTopic(pattern: TopicPattern, topic: string): ReadonlyMap<string, string> | null {
  const words = topic.split('/')
  const found = new Map<string, string>()
  for (const [place, level] of pattern.entries()) {
    if (level.is === 'rest') return found
    const word = words[place]
    if (word === undefined || (level.is === 'word' && word !== level.word)) return null
    if (level.is === 'any' && level.name !== null) found.set(level.name, word)
  }
  return words.length === pattern.length ? found : null
}
