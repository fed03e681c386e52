import type { ScreenLayout } from '@cloud-factory/contract/displays/screens'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../shared/settings.ts'
import { type LayoutDifference, layoutDifferences } from './layout-differences.rules.ts'

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
