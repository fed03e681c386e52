import type { Kit, KitPart } from '@cloud-factory/contract/parts/parts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams, useSearchParams } from 'react-router'
import { absent, count, millimetres } from '../../shared/format/numbers.ts'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import { PagedDocument } from '../printing/paged-document.tsx'
import { PrintFrame } from '../printing/print-frame.tsx'
import { PaperFacts, Signatures, usePrintWords } from '../printing/sheet.tsx'
import { placesText } from './mark-kit.tsx'
import { kitQuery } from './parts.queries.ts'
import './parts.css'

const words = ['parts', 'assemblies', 'common', 'nesting', 'shell'] as const

/** The kit and shortage list of pieces of a mark, ready for the printer. */
export function KitPrintPage() {
  const { t } = useTranslation('parts')
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const pieces = Number(search.get('pieces'))
  const { data, error, refetch } = useQuery(kitQuery(id, pieces > 0 ? pieces : null))
  const title = t('kitTitle', { mark: data?.mark.mark ?? '' })
  return (
    <PrintFrame
      title={title}
      fileName={title}
      back={data === undefined ? '/order/list' : `/order/detail/${data.order.id}`}
      namespaces={words}
      error={error}
      onRetry={() => void refetch()}
      waiting={data === undefined ? { done: 0, total: 1 } : undefined}
    >
      {data !== undefined && <KitList kit={data} />}
    </PrintFrame>
  )
}

type Words = ReturnType<typeof usePrintWords<'parts'>>

const factsOf = (t: Words, { mark, order, pieces, subAssemblies }: Kit) => [
  { key: 'order', word: t('common:field.order'), value: order.no },
  { key: 'mark', word: t('common:marks.mark'), value: mark.mark },
  ...(mark.revision === ''
    ? []
    : [{ key: 'revision', word: t('common:field.revision'), value: mark.revision }]),
  { key: 'pieces', word: t('common:pieces'), value: count(pieces) },
  ...subAssemblies.map(({ mark: inner, required, lacking }) => ({
    key: `sub ${inner}`,
    word: t('assemblies:title'),
    value: `${inner} × ${count(required)} · ${t('field.lacking')} ${count(lacking)}`,
  })),
]

function KitList({ kit }: { readonly kit: Kit }) {
  const { mark, order, items } = kit
  const t = usePrintWords('parts')
  return (
    <PagedDocument<KitPart>
      title={t('shell:route.kitPrint')}
      number={`${order.no} ${mark.mark}`}
      heading={<PaperFacts facts={factsOf(t, kit)} />}
      columns={[
        { key: 'part', title: t('common:meaning.part'), width: '28mm', render: ({ partMark }) => partMark },
        {
          key: 'profile',
          title: t('common:marks.profile'),
          render: ({ profile, grade }) => `${profile} ${grade}`.trim(),
        },
        {
          key: 'length',
          title: t('common:field.lengthMm'),
          width: '20mm',
          align: 'right',
          render: ({ lengthMm }) => (lengthMm === null ? absent : millimetres(lengthMm)),
        },
        {
          key: 'required',
          title: t('nesting:field.needed'),
          width: '21mm',
          align: 'right',
          render: ({ required }) => count(required),
        },
        {
          key: 'lacking',
          title: t('field.lacking'),
          width: '16mm',
          align: 'right',
          render: ({ lacking }) => count(lacking),
        },
        { key: 'where', title: t('field.where'), width: '39mm', render: (part) => placesText(t, part) },
        {
          key: 'code',
          title: t('common:qrCode'),
          width: '18mm',
          render: ({ code, partMark }) => (
            <QrCode className="kit-code" text={code} label={partMark} border={0} />
          ),
        },
        { key: 'done', title: '✓', width: '10mm', render: () => '☐' },
      ]}
      rows={items}
      rowKey={({ id }) => id}
      tail={<Signatures words={[t('signature')]} />}
    />
  )
}
