import type { Language } from '@cloud-factory/contract/identity/access'
import type { MessageView } from '@cloud-factory/contract/inbox/messages'
import {
  type GroupKind,
  messageHeadKey,
  messagePath,
  recordLabelKeys,
} from '@cloud-factory/domain/inbox/record-kinds'
import { translatorOf } from '../../platform/texts/translator-of.ts'

/** What is sent about one or several messages. */
export interface MessageText {
  readonly subject: string
  readonly plain: string
  readonly html: string
  /** A few lines without the addresses of the records. */
  readonly short: string
  /** Address of the record; of the list of messages when there are several. */
  readonly url: string
}

interface Frame {
  readonly plant: string
  readonly language: Language
  readonly publicUrl: string
}

const wordsIn = translatorOf('inbox', ['inbox', 'common', 'shell'])
type Words = ReturnType<typeof wordsIn>
/** So many messages are written out. */
const maxItems = 20

/** The text of messages in a person's language. */
export function messageText(messages: readonly MessageView[], frame: Frame): MessageText {
  const t = wordsIn(frame.language)
  const items = messages.slice(0, maxItems).map((message) => itemOf(message, frame))
  const [only] = items
  const isOne = messages.length === 1 && only !== undefined
  const rest = messages.length - items.length
  const more = rest > 0 ? t('sent.more', { count: rest }) : null
  const foot = t('sent.foot', { plant: frame.plant })
  const settingsUrl = `${frame.publicUrl}/personal`
  return {
    subject: isOne ? titleOf(only, t) : t('sent.several', { count: messages.length }),
    plain: [...items.map(plainItem), more, `${foot}\n${settingsUrl}`]
      .filter((part) => part !== null)
      .join('\n\n'),
    html: page([
      ...items.map(htmlItem),
      ...(more === null ? [] : [paragraph(more)]),
      footer(foot, settingsUrl),
    ]),
    short: isOne
      ? (only.excerpt ?? only.head)
      : [...items.map((item) => shortItem(item, t)), more].filter((part) => part !== null).join('\n'),
    url: isOne ? only.url : `${frame.publicUrl}/message/list`,
  }
}

/** The text of a test message. It leads to the page where it was sent. */
export function testText({ plant, language, publicUrl }: Frame): MessageText {
  const t = wordsIn(language)
  const item: Item = {
    head: t('test.head'),
    record: t('common:route.authorityUsers'),
    excerpt: t('test.text', { plant }),
    url: `${publicUrl}/authority/users`,
  }
  return {
    subject: item.head,
    plain: plainItem(item),
    html: page([htmlItem(item)]),
    short: item.excerpt ?? '',
    url: item.url,
  }
}

/** Something that waits for somebody, of which a group is notified. */
export interface OpenRequest {
  readonly kind: GroupKind
  /** Stays the same for as long as it is the same request. */
  readonly occasion: string
  /** What it is about, on one line. */
  readonly what: string
  /** Where it is dealt with. */
  readonly path: string
}

/** The beginning of a text in so many bytes, with whole characters. */
export function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let [beginning, left] = ['', bytes - Buffer.byteLength('…')]
  for (const character of text) {
    left -= Buffer.byteLength(character)
    if (left < 0) break
    beginning += character
  }
  return `${beginning}…`
}

/** So many requests, each cut to so many bytes, fit into a message of 4096 bytes. */
const [maxRequests, maxWhat] = [10, 200]

/** Markdown for a group: a line for each request, which leads to its page. */
export function groupText(requests: readonly OpenRequest[], { plant, language, publicUrl }: Frame): string {
  const t = wordsIn(language)
  const lines = requests.slice(0, maxRequests).map(({ kind, what, path }) => {
    const text = cut(what.replaceAll(/[[\]()<>*_`#\s]+/g, ' ').trim(), maxWhat)
    return `> **${t(`group.${kind}`)}** [${text}](${publicUrl}${path})`
  })
  const rest = requests.length - lines.length
  return [plant, ...lines, ...(rest > 0 ? [t('sent.more', { count: rest })] : [])].join('\n')
}

interface Item {
  readonly head: string
  readonly record: string
  readonly excerpt: string | null
  readonly url: string
}

function itemOf(message: MessageView, { language, publicUrl }: Frame): Item {
  const t = wordsIn(language)
  const { reason, record, by, dueOn, excerpt } = message
  const head = t(messageHeadKey(reason, record.kind), {
    name: by ?? '',
    day: dueOn ?? '',
    count: message.count ?? 1,
  })
  const label = t(recordLabelKeys[record.kind])
  // A comment of pictures alone has no text.
  return {
    head,
    record: `${label} ${record.no}`,
    excerpt: excerpt || null,
    url: publicUrl + messagePath(message),
  }
}

const plainItem = ({ head, record, excerpt, url }: Item): string =>
  [head, record, excerpt, url].filter((line) => line !== null).join('\n')

const titleOf = ({ head, record }: Item, t: Words): string => t('sent.title', { head, record })

const shortItem = (item: Item, t: Words): string =>
  item.excerpt === null ? titleOf(item, t) : `${titleOf(item, t)}\n${item.excerpt}`

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')
const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>')

const htmlItem = ({ head, record, excerpt, url }: Item): string =>
  `<p style="margin:0 0 16px"><strong>${escaped(head)}</strong><br>
<a href="${escaped(url)}">${escaped(record)}</a>${excerpt === null ? '' : `<br>${lines(excerpt)}`}</p>`
const paragraph = (text: string): string => `<p>${escaped(text)}</p>`
const footer = (text: string, url: string): string =>
  `<p style="color:#666;font-size:12px">${escaped(text)}<br><a href="${escaped(url)}">${escaped(url)}</a></p>`
const page = (parts: readonly string[]): string =>
  `<!doctype html>
<html><body style="font-family:sans-serif;font-size:14px;line-height:1.5">
${parts.join('\n')}
</body></html>
`
