import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import { dataKey } from '@cloud-factory/contract/displays/screen-options'
import type { WallExplanation } from '@cloud-factory/contract/wall/wall'
import type { CourseSpan, InputKey, InputUnit } from '@cloud-factory/domain/wall/wall-frame'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../shared/api.ts'
import { Spark } from '../charts/charts.tsx'
import { titleOf } from '../frame/type.rules.ts'
import type { Panel, Shown } from '../screen.types.ts'
import { useSpeech } from '../labels.ts'
import type { Language } from '@cloud-factory/contract/identity/access'
import en from '../../../../../packages/dictionary/src/wall-help.en.json'
import es from '../../../../../packages/dictionary/src/wall-help.es.json'
import zh from '../../../../../packages/dictionary/src/wall-help.zh.json'
import { spanOf } from '../figures.ts'

const digits: Readonly<Partial<Record<InputUnit, number>>> = {
  h: 2,
  d: 1,
  V: 1,
  '%': 1,
  '°C': 1,
  K: 1,
  kW: 1,
  kWh: 1,
}

/** Writes an amount with its unit; seconds as a duration, shares as per cent. */
function useAmount() {
  const { figure, percent, language } = useSpeech()
  const units = explainWords(language).unit
  return (value: number | null, unit: InputUnit): string => {
    if (unit === 'share') return percent(value, 1)
    if (unit === 's') return spanOf(value)
    const text = figure(value, digits[unit] ?? 0)
    return value === null || units[unit] === '' ? text : `${text} ${units[unit]}`
  }
}

/** A sentence for each panel, a name for each input, and the notation of units. */
interface ExplainWords {
  readonly formula: Readonly<Record<PanelKind, string>>
  readonly input: Readonly<Record<InputKey, string>>
  readonly unit: Readonly<Record<InputUnit, string>>
}
// Counts have no unit; the empty unit has no dictionary entry.
const count = { count: '' } as const

function explainWords(language: Language): ExplainWords {
  const { formula, input, unit } = { zh, en, es }[language]
  return { formula, input, unit: { ...unit, ...count } }
}

interface Props {
  readonly panel: Panel
  readonly shown: Shown
  readonly onClose: () => void
}

/**
 * Where a panel's number comes from: formula, inputs, its last 24 hours, and the list behind it.
 */
export function Explained({ panel, shown, onClose }: Props) {
  const { kind, options } = panel
  const { t, language } = useSpeech()
  const words = explainWords(language)
  const title = titleOf(options['title']) ?? t(`panel.${kind}`)
  const reported = useExplanation(panel, shown)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // Not modal: the stage is scaled, and modal dialogs lie outside of it.
    dialog.current?.focus()
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [onClose])
  return (
    <dialog open ref={dialog} className="sheet" tabIndex={-1} aria-label={title} data-testid="explained">
      <header>
        <h2>{title}</h2>
        <button type="button" onClick={onClose}>
          {t('explain.close')}
        </button>
      </header>
      <h3>{t('explain.formula')}</h3>
      <p>{words.formula[kind]}</p>
      {shown.source === 'simulated' && <p className="is-soft">{t('explain.simulated')}</p>}
      {reported === 'failed' && <p className="is-warn">▲ {t('explain.failed')}</p>}
      {reported === null && <p className="is-soft">{t('explain.loading')}</p>}
      {reported !== null && reported !== 'failed' && <Numbers reported={reported} />}
    </dialog>
  )
}

function Numbers({ reported }: { readonly reported: WallExplanation }) {
  const { t, time, language } = useSpeech()
  const amount = useAmount()
  const words = explainWords(language)
  const { inputs, path } = reported
  return (
    <>
      {inputs.length > 0 && <p className="sheet-value">{amount(reported.value, reported.unit)}</p>}
      <p className="is-soft">
        {t('explain.at')} {time(reported.at, '{y}-{m}-{d} {h}:{i}:{s}')}
      </p>
      {inputs.length > 0 && (
        <>
          <h3>{t('explain.inputs')}</h3>
          <dl>
            {inputs.map((input) => (
              <div key={input.key} style={{ display: 'contents' }}>
                <dt>{words.input[input.key]}</dt>
                <dd>{amount(input.value, input.unit)}</dd>
              </div>
            ))}
          </dl>
          <Course reported={reported} />
        </>
      )}
      {path !== null && (
        <p style={{ marginTop: 16 }}>
          <a href={path} target="_blank" rel="noopener">
            {t('explain.list')}
          </a>
        </p>
      )}
    </>
  )
}

/** Time format of a trend, by its span. */
const patterns: Readonly<Record<CourseSpan, string>> = {
  day: '{m}-{d} {h}:{i}',
  minute: '{h}:{i}:{s}',
  month: '{m}-{d}',
  days: '{m}-{d}',
}

/** Trend of the figure with its period and range; a text if no values are stored. */
function Course({ reported: { span, points, unit } }: { readonly reported: WallExplanation }) {
  const { t, time } = useSpeech()
  const amount = useAmount()
  const values = points.map(({ value }) => value)
  const known = values.filter((value) => value !== null)
  const title = t(`explain.span.${span}`)
  if (known.length < 2)
    return (
      <>
        <h3>{title}</h3>
        <p className="is-soft">{t('explain.noCourse')}</p>
      </>
    )
  const [from, to] = [points.at(0)?.at ?? null, points.at(-1)?.at ?? null]
  return (
    <>
      <h3>{title}</h3>
      <Spark width={820} height={120} values={values} label={title} />
      <p className="is-soft sheet-ends">
        <span>{time(from, patterns[span])}</span>
        <span>
          {t('explain.between', {
            low: amount(Math.min(...known), unit),
            high: amount(Math.max(...known), unit),
          })}
        </span>
        <span>{time(to, patterns[span])}</span>
      </p>
    </>
  )
}

function useExplanation({ kind, options }: Panel, { id }: Shown): WallExplanation | 'failed' | null {
  const [reported, setReported] = useState<WallExplanation | 'failed' | null>(null)
  const data = dataKey(kind, options)
  useEffect(() => {
    const stop = new AbortController()
    api('GET /api/wall/explain', { query: { screen: id, panel: kind, data }, signal: stop.signal }).then(
      setReported,
      () => {
        if (!stop.signal.aborted) setReported('failed')
      },
    )
    return () => stop.abort()
  }, [kind, data, id])
  return reported
}
