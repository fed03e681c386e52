import type {
  SubcontractDetail,
  SubcontractLine,
  SubcontractMovement,
  SubcontractPiece,
  SubcontractRow,
} from '@cloud-factory/contract/subcontracting/subcontracts'
import type { OutsideStatus, SubcontractStatus } from '@cloud-factory/domain/subcontracting/subcontract-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { csvText } from '../../shared/format/csv.ts'
import { absent, count, gramsShown, hundredths, kilograms, unitPrice } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

export type T = ReturnType<typeof useTranslation<'subcontracting'>>['t']

const tones: Readonly<Record<SubcontractStatus, Tone>> = {
  draft: 'neutral',
  out: 'active',
  closed: 'good',
  cancelled: 'neutral',
}

export function SubcontractStatusTag({ status }: Pick<SubcontractRow, 'status'>) {
  const { t } = useTranslation('subcontracting')
  return <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
}

/** Open after its promised day. */
export function LateTag() {
  const { t } = useTranslation('subcontracting')
  return <StatusTag tone="bad" text={t('late')} />
}

const outsideTones: Readonly<Record<OutsideStatus, Tone>> = {
  planned: 'neutral',
  out: 'active',
  back: 'warn',
  accepted: 'good',
  rejected: 'bad',
}

export function OutsideStatusTag({ status }: { readonly status: OutsideStatus }) {
  const { t } = useTranslation('subcontracting')
  return <StatusTag tone={outsideTones[status]} text={t(`outside.${status}`)} />
}

/** Pieces that came back of all that are to come back. */
export const backOf = ({ out, back, accepted, rejected }: SubcontractRow['pieces']): string =>
  `${count(back + accepted + rejected)} / ${count(out + back + accepted + rejected)}`

/** `Weld – Paint`, or that whole assemblies go out. */
export function lineText(
  t: T,
  processName: (id: string) => string,
  { fromProcessId, toProcessId }: Pick<SubcontractLine, 'fromProcessId' | 'toProcessId'>,
): string {
  if (fromProcessId === null || toProcessId === null) return t('wholeAssembly')
  const [first, last] = [processName(fromProcessId), processName(toProcessId)]
  return fromProcessId === toProcessId ? first : `${first} – ${last}`
}

/** What a price is for. */
export const unitText = (t: T, basis: SubcontractRow['basis']): string =>
  basis === 'kg' ? 'kg' : t(`unit.${basis}`)

/** A serial; on a phone with the profile and weight, which have no columns there. */
export const SerialCell = ({ serial, profile, kgOut }: SubcontractPiece) => (
  <>
    {serial}
    <small className="page-note move-note">{`${profile} · ${gramsShown(kgOut)} kg`}</small>
  </>
)

/** Price for a kilogram, a piece or the line. */
export const priceText = (t: T, basis: SubcontractRow['basis'], price: number | null): string =>
  price === null ? absent : `${unitPrice(price)} / ${unitText(t, basis)}`

export const lineColumns = (
  t: T,
  processName: (id: string) => string,
  basis: SubcontractRow['basis'],
): readonly Column<SubcontractLine>[] => [
  {
    key: 'work',
    title: t('field.work'),
    width: 200,
    pinned: true,
    render: (line) => lineText(t, processName, line),
  },
  {
    key: 'price',
    title: t('field.price'),
    width: 130,
    align: 'right',
    render: ({ price }) => priceText(t, basis, price),
  },
  {
    key: 'planned',
    title: t('outside.planned'),
    width: 90,
    align: 'right',
    render: ({ pieces }) => count(pieces.planned),
  },
  { key: 'back', title: t('field.back'), width: 110, align: 'right', render: ({ pieces }) => backOf(pieces) },
  { key: 'kg', title: t('field.kg'), width: 120, align: 'right', render: ({ kg }) => kilograms(kg) },
  {
    key: 'amount',
    title: t('field.amount'),
    width: 120,
    align: 'right',
    render: ({ amount }) => hundredths(amount),
  },
  {
    key: 'accepted',
    title: t('field.acceptedAmount'),
    width: { zh: 120, other: 150 },
    align: 'right',
    render: ({ acceptedAmount }) => hundredths(acceptedAmount),
  },
  { key: 'note', title: t('field.note'), width: 160, spare: true, render: ({ note }) => note || absent },
]

export const movementColumns = (t: T): readonly Column<SubcontractMovement>[] => [
  { key: 'on', title: t('common:field.day'), width: 120, pinned: true, render: ({ on }) => on },
  { key: 'kind', title: t('field.movement'), width: 120, render: ({ kind }) => t(`movement.${kind}`) },
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: 90,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  { key: 'kg', title: t('field.kg'), width: 130, align: 'right', render: ({ kg }) => kilograms(kg) },
  {
    key: 'accepted',
    title: t('outside.accepted'),
    width: 110,
    align: 'right',
    render: ({ kind, accepted }) => (kind === 'sent' ? absent : count(accepted)),
  },
  {
    key: 'rejected',
    title: t('outside.rejected'),
    width: 110,
    align: 'right',
    render: ({ kind, rejected }) => (kind === 'sent' ? absent : count(rejected)),
  },
  { key: 'by', title: t('field.by'), width: 130, render: ({ by }) => by },
]

/** Pieces as a file for a spreadsheet. */
export const piecesCsv = (
  t: T,
  processName: (id: string) => string,
  { no, supplier, lines }: SubcontractDetail,
  pieces: readonly SubcontractPiece[],
): string =>
  csvText([
    [
      t('field.no'),
      t('field.supplier'),
      t('field.piece'),
      t('field.mark'),
      t('field.profile'),
      t('field.work'),
      t('field.status'),
      t('field.kgOut'),
      t('field.sentOn'),
      t('field.kgIn'),
      t('field.backOn'),
      t('field.reason'),
    ],
    ...pieces.map((piece) => {
      const line = lines.find(({ id }) => id === piece.lineId)
      return [
        no,
        supplier.name,
        piece.serial,
        piece.mark,
        piece.profile,
        line === undefined ? '' : lineText(t, processName, line),
        t(`outside.${piece.status}`),
        piece.kgOut,
        piece.sentOn,
        piece.kgIn,
        piece.backOn,
        piece.reason,
      ]
    }),
  ])
