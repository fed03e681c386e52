import type { PlateLayoutView, PlateNesting } from '@cloud-factory/contract/plates/plate-nests'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams } from 'react-router'
import { absent, count, thousands } from '../../shared/format/numbers.ts'
import { a4 } from '../printing/print.rules.ts'
import { NothingToPrint, PrintFrame } from '../printing/print-frame.tsx'
import { PaperFacts, PaperFoot, PaperHead, Sheet, Signatures, usePrintWords } from '../printing/sheet.tsx'
import { share } from '../nesting/nest-labels.tsx'
import { partRuns, PlateDrawing } from './plate-drawing.tsx'
import { plateNestingQuery } from './plates.queries.ts'

const words = ['plates', 'nesting'] as const
const landscape = { widthMm: a4.heightMm, heightMm: a4.widthMm }
/** Lines of parts and cuts, three beside each other: under the drawing of the first sheet, and on a sheet of their own. */
const linesUnder = 30
const linesOfSheet = 105

/** The layouts of a job that are not cut, a plate on each sheet, with its parts and cuts. */
export function PlateLayoutsPrintPage() {
  const { t } = useTranslation('plates')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(plateNestingQuery(id))
  const title = `${t('action.printLayouts')} ${data?.job.no ?? ''}`
  const open = data?.layouts.filter(({ status }) => status !== 'cut') ?? []
  return (
    <PrintFrame
      title={title}
      fileName={title}
      back={`/order/plate-job/${id}`}
      paper={landscape}
      namespaces={words}
      error={error}
      onRetry={() => void refetch()}
      waiting={data === undefined ? { done: 0, total: 1 } : undefined}
    >
      {data !== undefined && open.length === 0 && <NothingToPrint total={0} most={0} />}
      {data !== undefined &&
        open.map((layout) => <PlateSheets key={layout.id} nesting={data} layout={layout} />)}
    </PrintFrame>
  )
}

interface Props {
  readonly nesting: PlateNesting
  readonly layout: PlateLayoutView
}

function useLines({ parts, cuts }: PlateLayoutView): string[] {
  const t = usePrintWords('plates')
  return [
    ...partRuns(parts).map(({ part, line }) => line + (part.turned ? ` · ${t('nesting.turned')}` : '')),
    ...cuts.map(
      ({ axis, at, from, to }, no) =>
        `✂ ${no + 1}. ${t(axis === 'x' ? 'nesting.across' : 'nesting.along', { at, from, to })}`,
    ),
  ]
}

/** One plate: the drawing with as many lines as fit below it, the others on further sheets. */
function PlateSheets({ nesting: { job, nest }, layout }: Props) {
  const t = usePrintWords('plates')
  const nesting = usePrintWords('nesting')
  const lines = useLines(layout)
  const { position, thicknessMm, grade, lengthMm, widthMm, source, parts, waste } = layout
  const more = Array.from(
    { length: Math.ceil(Math.max(0, lines.length - linesUnder) / linesOfSheet) },
    (_, at) => lines.slice(linesUnder + at * linesOfSheet, linesUnder + (at + 1) * linesOfSheet),
  )
  const head = (
    <PaperHead
      title={t('nesting.layout', { position })}
      number={`${job.no}-${position}`}
      code={layout.code}
    />
  )
  const plate = [
    source?.heat ?? nesting('toBuy'),
    source === null || source.remnantId === null ? '' : `P${source.remnantId}`,
    source?.location,
  ]
  return (
    <>
      <Sheet paper={landscape} className="plate-sheet">
        {head}
        <div className="paper-body">
          <PaperFacts
            facts={[
              {
                key: 'plate',
                word: t('field.size'),
                value: `${thousands(lengthMm)} × ${thousands(widthMm)} · ${thicknessMm} mm · ${grade}`,
              },
              { key: 'heat', word: t('field.heat'), value: plate.filter(Boolean).join(' · ') },
              { key: 'parts', word: nesting('field.parts'), value: count(parts.length) },
              { key: 'waste', word: nesting('field.waste'), value: share(waste) },
              { key: 'kerf', word: t('rule.kerfMm'), value: nest?.rules.kerfMm ?? absent },
            ]}
          />
          <PlateDrawing layout={layout} />
          <Lines lines={lines.slice(0, linesUnder)} />
          <Signatures words={[nesting('signature')]} />
        </div>
        <PaperFoot page={1} pages={1 + more.length} />
      </Sheet>
      {more.map((own, at) => (
        <Sheet key={own[0]} paper={landscape} className="plate-sheet">
          {head}
          <div className="paper-body">
            <Lines lines={own} />
          </div>
          <PaperFoot page={2 + at} pages={1 + more.length} />
        </Sheet>
      ))}
    </>
  )
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul className="plate-columns">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
