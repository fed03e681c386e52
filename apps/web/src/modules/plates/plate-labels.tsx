import type { PlateJobPart, PlateRemnantRow, PlateResult } from '@cloud-factory/contract/plates/plates'
import type { PlateJobStatus, PlateRemnantStatus } from '@cloud-factory/domain/nesting/nest-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent, count, kilograms, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import { usePlatesChanged } from './plates.queries.ts'

export type T = ReturnType<typeof useTranslation<'plates'>>['t']

const tones: Readonly<Record<PlateJobStatus, Tone>> = {
  open: 'active',
  cut: 'good',
  closed: 'neutral',
  cancelled: 'neutral',
}

export function PlateJobTag({ status }: { readonly status: PlateJobStatus }) {
  const { t } = useTranslation('plates')
  return <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
}

const remnantTones: Readonly<Record<PlateRemnantStatus, Tone>> = {
  available: 'good',
  reserved: 'active',
  cut: 'neutral',
  scrapped: 'bad',
}

function RemnantTag({ status }: { readonly status: PlateRemnantStatus }) {
  const { t } = useTranslation('plates')
  return <StatusTag tone={remnantTones[status]} text={t(`remnantStatus.${status}`)} />
}

const size = (mm: number | null): string => (mm === null ? absent : thousands(mm))

export const partColumns = (t: T): readonly Column<PlateJobPart>[] => [
  { key: 'part', title: t('field.part'), width: 110, pinned: true, render: ({ part }) => part },
  {
    key: 'order',
    title: t('common:field.order'),
    width: 125,
    render: ({ order }) => <Link to={`/order/detail/${order.id}`}>{order.no}</Link>,
  },
  { key: 'mark', title: t('common:field.mark'), width: 100, render: ({ mark }) => mark },
  {
    key: 'cut',
    title: t('field.progress'),
    width: 100,
    align: 'right',
    render: ({ cut, quantity }) => `${count(cut)} / ${count(quantity)}`,
  },
  { key: 'profile', title: t('common:field.profile'), width: 110, render: ({ profile }) => profile },
  { key: 'grade', title: t('nesting:field.grade'), width: 76, render: ({ grade }) => grade || absent },
  {
    key: 'size',
    title: t('field.size'),
    width: 120,
    render: ({ lengthMm, widthMm }) => `${size(lengthMm)} × ${size(widthMm)}`,
  },
  { key: 'kg', title: t('field.partKg'), width: 90, align: 'right', render: ({ kg }) => kilograms(kg) },
  { key: 'due', title: t('nesting:field.due'), width: 105, render: ({ due }) => due ?? absent },
  { key: 'file', title: t('field.partFile'), width: 130, render: ({ file }) => file ?? absent },
]

export const resultColumns = (t: T, instant: (at: string) => string): readonly Column<PlateResult>[] => [
  {
    key: 'file',
    title: t('common:field.file'),
    width: 140,
    pinned: true,
    render: ({ file }) => file || absent,
  },
  { key: 'at', title: t('common:field.at'), width: 150, render: ({ appliedAt }) => instant(appliedAt) },
  { key: 'by', title: t('field.appliedBy'), width: 110, render: ({ appliedBy }) => appliedBy },
  {
    key: 'pieces',
    title: t('field.progress'),
    width: 110,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'plates',
    title: t('field.plates'),
    width: 200,
    render: ({ plates, undone }) =>
      undone === null
        ? plates
            .map(
              ({ heat, plate, kg }) => `${[heat, plate].filter(Boolean).join(' · ')} (${kilograms(kg)} kg)`,
            )
            .join('; ') || absent
        : t('undone', undone),
  },
  {
    key: 'remnants',
    title: t('part.remnants'),
    width: 200,
    render: ({ remnants }) =>
      remnants
        .map(({ id, lengthMm, widthMm }) => `P${id}: ${thousands(lengthMm)} × ${thousands(widthMm)}`)
        .join('; ') || absent,
  },
]

export const remnantColumns = (t: T): readonly Column<PlateRemnantRow>[] => [
  {
    key: 'id',
    title: t('field.remnant'),
    width: { zh: 90, other: 110 },
    pinned: true,
    sort: 'id',
    render: ({ id }) => `P${id}`,
  },
  {
    key: 'status',
    title: t('common:field.status'),
    width: { zh: 110, other: 130 },
    render: ({ status }) => <RemnantTag status={status} />,
  },
  {
    key: 'thickness',
    title: t('field.thickness'),
    width: { zh: 100, other: 146 },
    render: ({ thicknessMm }) => thicknessMm ?? absent,
  },
  {
    key: 'size',
    title: t('field.size'),
    width: { zh: 140, other: 190 },
    render: ({ lengthMm, widthMm }) => `${thousands(lengthMm)} × ${thousands(widthMm)}`,
  },
  { key: 'grade', title: t('nesting:field.grade'), width: 84, render: ({ grade }) => grade },
  { key: 'heat', title: t('nesting:field.heat'), width: { zh: 120, other: 134 }, render: ({ heat }) => heat },
  {
    key: 'location',
    title: t('common:field.location'),
    width: 100,
    render: ({ location }) => location || absent,
  },
  {
    key: 'kg',
    title: t('common:field.kg'),
    width: { zh: 104, other: 116 },
    align: 'right',
    spare: true,
    render: ({ kg }) => kilograms(kg),
  },
  {
    key: 'job',
    title: t('field.job'),
    width: { zh: 150, other: 160 },
    spare: true,
    render: ({ job }) => <Link to={`/order/plate-job/${job.id}`}>{job.no}</Link>,
  },
]

interface ScrapProps {
  readonly remnant: PlateRemnantRow
  readonly onClose: () => void
}

/** Takes a remnant out of stock, with a reason. */
export function ScrapDialog({ remnant: { id, version }, onClose }: ScrapProps) {
  const { t } = useTranslation('plates')
  const changed = usePlatesChanged()
  return (
    <ActionDialog
      danger
      title={`${t('action.scrap')}: P${id}`}
      action={t('action.scrap')}
      reason="required"
      maxWords={300}
      act={(reason, idempotencyKey) =>
        api('POST /api/plate-remnants/:id/scrap', {
          params: { id },
          body: { version, reason: reason ?? '' },
          idempotencyKey,
        })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('actionText.scrap')}</p>
    </ActionDialog>
  )
}
