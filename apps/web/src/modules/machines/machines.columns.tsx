import type { MachineStateNow } from '@cloud-factory/contract/machine-states/machine-states'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, thousands } from '../../shared/format/numbers.ts'
import { useLive } from '../../shared/live/use-live.tsx'
import { MachineStateTag } from '../../shared/machine-states/machine-state.tsx'
import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import type { Column } from '../../shared/list/column.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

/**
 * Current state of a machine by the live stream; grey with the last known state while the link is
 * lost.
 */
export function LiveState({ id }: { readonly id: string }) {
  const instant = useInstant()
  const { frame, link } = useLive('machines')
  const now = frame?.items[id] as MachineStateNow | undefined
  if (now === undefined) return absent
  const since = now.since === null ? '' : instant(now.since, '{m}-{d} {h}:{i}')
  return (
    <span className="live-state" title={since} data-state={now.state}>
      <MachineStateTag state={now.state} isOld={link === 'lost'} />
    </span>
  )
}

interface ColumnContext {
  readonly t: TFunction<'machines'>
  readonly instant: (at: string, pattern?: string) => string
  readonly nameOf: (names: Names) => string
}

export const machineColumns = (context: ColumnContext): readonly Column<MachineRow>[] => [
  ...roleColumns(context),
  ...plateColumns(context),
]

/** The machine's name, state, class, location and task. */
const roleColumns = ({ t, nameOf }: ColumnContext): readonly Column<MachineRow>[] => [
  {
    key: 'code',
    title: t('field.code'),
    width: 124,
    pinned: true,
    sort: 'code',
    render: ({ id, code }) => <Link to={`/equipment/detail/${id}`}>{code}</Link>,
  },
  { key: 'name', title: t('field.name'), width: 158, sort: 'name', render: ({ name }) => name },
  { key: 'now', card: 'state', title: t('field.now'), width: 138, render: ({ id }) => <LiveState id={id} /> },
  {
    key: 'class',
    title: t('field.class'),
    width: 184,
    sort: 'class',
    group: (row) => row.class,
    render: (row) => t(`class.${row.class}`),
  },
  {
    key: 'workshop',
    title: t('field.workshopId'),
    width: 158,
    sort: 'workshop',
    group: ({ workshop }) => workshop ?? '',
    render: ({ workshop }) => workshop ?? absent,
  },
  {
    key: 'source',
    title: t('field.source'),
    width: 125,
    render: ({ source }) => (
      <StatusTag tone={source === 'real' ? 'good' : 'warn'} text={t(`source.${source}`)} />
    ),
  },
  {
    key: 'process',
    title: t('field.processId'),
    width: 150,
    spare: true,
    render: ({ process }) => (process === null ? absent : nameOf(process.names)),
  },
  {
    key: 'criticality',
    title: t('field.criticality'),
    width: 125,
    spare: true,
    sort: 'criticality',
    render: ({ criticality }) => criticality,
  },
  {
    key: 'profile',
    title: t('field.profileId'),
    width: 250,
    spare: true,
    render: ({ profile }) => `${nameOf(profile.names)} · ${t('versionNo', { no: profile.profileVersion })}`,
  },
]

/** Nameplate data, rates and dates. */
const plateColumns = ({ t, instant }: ColumnContext): readonly Column<MachineRow>[] => [
  { key: 'model', title: t('field.model'), width: 130, spare: true, render: ({ model }) => model || absent },
  { key: 'maker', title: t('field.maker'), width: 130, spare: true, render: ({ maker }) => maker || absent },
  {
    key: 'serialNo',
    title: t('field.serialNo'),
    width: 140,
    extra: true,
    render: ({ serialNo }) => serialNo || absent,
  },
  { key: 'line', title: t('field.line'), width: 100, extra: true, render: ({ line }) => line },
  {
    key: 'ratedKw',
    title: t('field.ratedKw'),
    width: 120,
    align: 'right',
    extra: true,
    render: ({ ratedKw }) => (ratedKw === null ? absent : thousands(ratedKw)),
  },
  {
    key: 'standardRate',
    title: t('field.standardRate'),
    width: 130,
    spare: true,
    align: 'right',
    render: (row) => rateShown(row),
  },
  {
    key: 'commissionedOn',
    title: t('field.commissionedOn'),
    width: 120,
    extra: true,
    render: ({ commissionedOn }) => commissionedOn ?? absent,
  },
  {
    key: 'updatedAt',
    title: t('field.updatedAt'),
    width: 155,
    sort: 'updatedAt',
    extra: true,
    render: ({ updatedAt }) => instant(updatedAt, '{y}-{m}-{d} {h}:{i}'),
  },
]

export const rateShown = ({
  standardRate,
  rateUnit,
}: Pick<MachineRow, 'standardRate' | 'rateUnit'>): string =>
  standardRate === null ? absent : `${thousands(standardRate)} ${rateUnit}/h`
