import type { PanelKind } from '@cloud-factory/domain/displays/screen-enums'
import type { Panel, ScreenLayout, ScreenPage } from '@cloud-factory/contract/displays/screens'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../shared/settings.ts'

/** One difference between two layouts: a key of `difference`, and the values for its sentence. */
interface LayoutDifference {
  readonly word: string
  /** Page number from 1 in the later layout; null: the whole screen. */
  readonly page: number | null
  readonly kind?: PanelKind
  readonly before?: string
  readonly after?: string
}

const text = (value: string | number | boolean | null): string => (value === null ? '' : String(value))
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const plain = ['canvas', 'theme', 'language', 'takeover', 'sound', 'pixelShift'] as const
const whole = ['dim', 'filters', 'thresholds'] as const

/** Changes from one layout to another, page by page; empty: none. */
export function layoutDifferences(before: ScreenLayout, after: ScreenLayout): LayoutDifference[] {
  const pages = Math.max(before.pages.length, after.pages.length)
  return [
    ...plain
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ word: field, page: null, before: text(before[field]), after: text(after[field]) })),
    ...whole
      .filter((field) => !same(before[field], after[field]))
      .map((field) => ({ word: field, page: null })),
    ...Array.from({ length: pages }, (_, place) =>
      pageDifferences(before.pages[place], after.pages[place], place + 1),
    ).flat(),
  ]
}

function pageDifferences(
  before: ScreenPage | undefined,
  after: ScreenPage | undefined,
  page: number,
): LayoutDifference[] {
  if (before === undefined && after === undefined) return []
  if (before === undefined) return [{ word: 'pageAdded', page, after: after?.names.zh ?? '' }]
  if (after === undefined) return [{ word: 'pageRemoved', page, before: before.names.zh }]
  return [
    ...(same(before.names, after.names)
      ? []
      : [{ word: 'pageNames', page, before: before.names.zh, after: after.names.zh }]),
    ...(before.dwellS === after.dwellS
      ? []
      : [{ word: 'dwell', page, before: text(before.dwellS), after: text(after.dwellS) }]),
    ...(same(before.schedule, after.schedule) ? [] : [{ word: 'schedule', page }]),
    ...panelDifferences(before.panels, after.panels).map((difference) => ({ ...difference, page })),
  ]
}

const placeOf = ({ x, y, width, height }: Panel): string => `${x + 1},${y + 1} ${width}×${height}`

/**
 * Panels of a kind are compared in order: first with first, and so on. Their positions on the page
 * do not matter.
 */
function panelDifferences(
  before: readonly Panel[],
  after: readonly Panel[],
): Omit<LayoutDifference, 'page'>[] {
  const kinds = [...new Set([...before, ...after].map(({ kind }) => kind))]
  return kinds.flatMap((kind) => {
    const [was, is] = [before, after].map((panels) => panels.filter((panel) => panel.kind === kind)) as [
      Panel[],
      Panel[],
    ]
    return Array.from({ length: Math.max(was.length, is.length) }, (_, at) =>
      panelChange(was[at], is[at], kind),
    ).flat()
  })
}

function panelChange(
  was: Panel | undefined,
  is: Panel | undefined,
  kind: PanelKind,
): Omit<LayoutDifference, 'page'>[] {
  if (was === undefined && is === undefined) return []
  if (was === undefined) return [{ word: 'panelAdded', kind }]
  if (is === undefined) return [{ word: 'panelRemoved', kind }]
  return [
    ...(placeOf(was) === placeOf(is)
      ? []
      : [{ word: 'panelMoved', kind, before: placeOf(was), after: placeOf(is) }]),
    ...(same(was.options, is.options) ? [] : [{ word: 'panelOptions', kind }]),
  ]
}

/** Changes from one layout to another, as text. */
export function DifferenceList({
  before,
  after,
}: {
  readonly before: ScreenLayout
  readonly after: ScreenLayout
}) {
  const { t } = useTranslation('displays')
  const differences = layoutDifferences(before, after)
  if (differences.length === 0) return <p>{t('noDifference')}</p>
  return (
    <ul className="difference-list">
      {differences.map((difference, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is written anew as a whole
        <li key={place}>
          {difference.page !== null && <strong>{t('onPageNo', { no: difference.page })} </strong>}
          {sentenceOf(t, difference)}
        </li>
      ))}
    </ul>
  )
}

const worded = new Set(['canvas', 'theme', 'takeover'])

function sentenceOf(
  t: TFunction<'displays'>,
  { word, kind, before = '', after = '' }: LayoutDifference,
): string {
  const say = (value: string): string => {
    if (word === 'language') return languageNames[value as 'zh']
    if (word === 'sound' || word === 'pixelShift') return t(value === 'true' ? 'on' : 'off')
    return worded.has(word)
      ? t(`${word as 'canvas' | 'theme' | 'takeover'}.${value === '' ? 'never' : value}`)
      : value
  }
  const panel = kind === undefined ? '' : t(`panel.${kind}.name`)
  return t(`difference.${word}`, { panel, before: say(before), after: say(after) })
}
