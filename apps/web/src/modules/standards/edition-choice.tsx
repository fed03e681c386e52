import type { EditionStatus, InspectedShape } from '@cloud-factory/domain/inspection/quality-enums'
import type { EditionRow, StandardRow } from '@cloud-factory/contract/standards/standards'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useSearchParams } from 'react-router'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import { editionsQuery, standardsQuery } from './standards.queries.ts'
import { useStandardWords } from './use-standard-words.ts'

const tones: Readonly<Record<EditionStatus, Tone>> = { draft: 'warn', approved: 'good', retired: 'neutral' }

/** Drafts are marked wherever they are shown. */
export function EditionStatusTag({ status }: { readonly status: EditionStatus }) {
  const { t } = useTranslation('standards')
  return <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
}

export interface Chosen {
  readonly standards: readonly StandardRow[]
  readonly standard: StandardRow | undefined
  readonly editions: readonly EditionRow[]
  readonly edition: EditionRow | undefined
  readonly shape: InspectedShape | undefined
  /** Only rows that are checked off, or only those that are not; left out: all. */
  readonly verified: 'true' | 'false' | undefined
  readonly error: unknown
  /** Changes words of the address; null takes one away. */
  readonly choose: (change: Readonly<Record<string, string | null>>) => void
}

/** Standard, edition and shape in the address; the first available one if missing. */
export function useChosen(): Chosen {
  const [search, setSearch] = useSearchParams()
  const standards = useQuery(standardsQuery())
  const rows = standards.data?.items ?? []
  const standard = standardOf(rows, search.get('standard'))
  const found = useQuery(editionsQuery(standard?.id))
  const editions = found.data?.items ?? []
  const edition = editionOf(editions, search.get('edition') ?? standard?.inUse?.no)
  return {
    standards: rows,
    standard,
    editions,
    edition,
    shape: shapeOf(edition, search.get('shape')),
    verified: (['true', 'false'] as const).find((word) => word === search.get('verified')),
    error: standards.error ?? found.error,
    choose: (change) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [key, value] of Object.entries(change)) {
            if (value === null || value === '') next.delete(key)
            else next.set(key, value)
          }
          return next
        },
        { replace: true },
      ),
  }
}

const usualStandard = 'GB 50205'
const standardOf = (rows: readonly StandardRow[], requested: string | null) =>
  rows.find(({ code }) => code === (requested ?? usualStandard)) ?? rows[0]

const editionOf = (rows: readonly EditionRow[], requested: string | undefined) =>
  rows.find(({ no }) => no === requested) ?? rows[0]

function shapeOf(edition: EditionRow | undefined, requested: string | null): InspectedShape | undefined {
  const shapes = edition?.shapes ?? []
  return (shapes.find(({ shape }) => shape === requested) ?? shapes[0])?.shape
}

/** Selects of standard, edition and shape. */
export function EditionChoice({ chosen }: { readonly chosen: Chosen }) {
  const { t } = useTranslation('standards')
  const { nameOf } = useStandardWords()
  const { standards, standard, editions, edition, shape, choose } = chosen
  return (
    <div className="standard-choice">
      <Select
        aria-label={t('field.standard')}
        className="choose-standard"
        value={standard?.code ?? null}
        popupMatchSelectWidth={false}
        options={standards.map(({ code, names }) => ({ value: code, label: `${code} ${nameOf(names)}` }))}
        onChange={(code: string) => choose({ standard: code, edition: null, shape: null })}
      />
      <Select
        aria-label={t('field.edition')}
        className="choose-edition"
        value={edition?.no ?? null}
        popupMatchSelectWidth={false}
        options={editions.map(({ no, status }) => ({ value: no, label: `${no} · ${t(`status.${status}`)}` }))}
        onChange={(no: string) => choose({ edition: no })}
      />
      <Select
        aria-label={t('field.shape')}
        className="choose-shape"
        value={shape ?? null}
        popupMatchSelectWidth={false}
        options={(edition?.shapes ?? []).map((one) => ({
          value: one.shape,
          label: `${t(`shape.${one.shape}`)} (${one.verified}/${one.items})`,
        }))}
        onChange={(word: InspectedShape) => choose({ shape: word })}
      />
    </div>
  )
}
