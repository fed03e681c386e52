import { LinkOutlined } from '@ant-design/icons'
import type { DeviceRow } from '@cloud-factory/contract/displays/screen-devices'
import { screenGroups } from '@cloud-factory/domain/displays/group-resource'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Ago } from '../../shared/ui/ago.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent, count } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { resourceQuery } from '../../shared/resource/resource-api.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { PairDialog, type Placing, PlacingFields } from './pair-dialog.tsx'
import { devicesQuery, useScreensChanged } from './screens.queries.ts'
import { CommandDialog } from './command-dialog.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'

const filterNames = ['state', 'groupId'] as const
const tones = { online: 'good', silent: 'warn', revoked: 'neutral' } as const
type Action = 'picture' | 'tell' | 'change' | 'revoke'
type Open = { readonly what: 'pair' } | { readonly what: Action; readonly row: DeviceRow }

/** All paired TVs: location, health and last command. */
export function DevicesTable() {
  const { t } = useTranslation('displays')
  const names = useNames()
  const list = useListState('GET /api/screens/devices', filterNames)
  const query = useListQuery(list, devicesQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const columns = useMemo(() => deviceColumns(t, names), [t, names])
  return (
    <>
      <DataTable<DeviceRow>
        name="screen-devices"
        label={t('part.devices')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchDevices')}
        empty={<p>{t('noDevices')}</p>}
        onOpen={(row) => row.can.change === true && setOpen({ what: 'change', row })}
        filters={<DeviceFilters list={list} />}
        actions={
          <ReasonButton
            type="primary"
            icon={<LinkOutlined />}
            allowed={query.data?.can.pair}
            onClick={() => setOpen({ what: 'pair' })}
          >
            {t('pair')}
          </ReasonButton>
        }
        rowActions={{
          width: { zh: 225, other: 315 },
          render: (row) => <DeviceActions row={row} onOpen={(what) => setOpen({ what, row })} />,
        }}
      />
      {open !== null && <DeviceDialog open={open} rows={query.data?.items ?? []} onClose={close} />}
    </>
  )
}

interface DialogProps {
  readonly open: Open
  /** As the list shows them now. */
  readonly rows: readonly DeviceRow[]
  readonly onClose: () => void
}

function DeviceDialog({ open, rows, onClose }: DialogProps) {
  if (open.what === 'pair') return <PairDialog onClose={onClose} />
  const { what, row: device } = open
  if (what === 'tell') return <CommandDialog device={device} onClose={onClose} />
  if (what === 'change') return <DeviceForm device={device} onClose={onClose} />
  if (what === 'revoke') return <RevokeDevice device={device} onClose={onClose} />
  // A new picture is shown as soon as the list knows of it.
  return <PictureDialog device={rows.find(({ id }) => id === device.id) ?? device} onClose={onClose} />
}

/** State and group. */
function DeviceFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('displays')
  const { data: groups } = useQuery(resourceQuery(screenGroups, { pageSize: '200' }))
  return (
    <>
      <SelectFilter
        list={list}
        name="state"
        label={t('field.state')}
        many
        options={(['online', 'silent', 'revoked'] as const).map((value) => ({
          value,
          label: t(`deviceState.${value}`),
        }))}
      />
      <SelectFilter
        list={list}
        name="groupId"
        label={t('field.group')}
        options={groups?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      />
    </>
  )
}

interface ActionsProps {
  readonly row: DeviceRow
  readonly onOpen: (what: Action) => void
}

function DeviceActions({ row, onOpen }: ActionsProps) {
  const { t } = useTranslation('displays')
  const allowed = row.can.change
  return (
    <span className="row-actions">
      <ReasonButton type="link" size="small" allowed onClick={() => onOpen('picture')}>
        {t('picture')}
      </ReasonButton>
      <ReasonButton type="link" size="small" allowed={allowed} onClick={() => onOpen('tell')}>
        {t('tell')}
      </ReasonButton>
      <ReasonButton type="link" size="small" allowed={allowed} onClick={() => onOpen('change')}>
        {t('change')}
      </ReasonButton>
      <ReasonButton
        type="link"
        size="small"
        danger={allowed === true}
        allowed={allowed}
        onClick={() => onOpen('revoke')}
      >
        {t('revoke')}
      </ReasonButton>
    </span>
  )
}

function RevokeDevice({ device, onClose }: { readonly device: DeviceRow; readonly onClose: () => void }) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  const act = () =>
    api('POST /api/screens/devices/:id/revoke', { params: { id: device.id } }).finally(() => void changed())
  const done = () => {
    say('success', t('revoked', { name: device.name }))
    onClose()
  }
  return (
    <ActionDialog
      title={t('revokeTitle')}
      action={t('revoke')}
      danger
      act={act}
      onDone={done}
      onClose={onClose}
    >
      {t('revokeText', { name: device.name })}
    </ActionDialog>
  )
}

const deviceColumns = (
  t: TFunction<'displays'>,
  names: ReturnType<typeof useNames>,
): readonly Column<DeviceRow>[] => [
  {
    key: 'name',
    title: t('field.device'),
    width: 215,
    pinned: true,
    sort: 'name',
    render: ({ name }) => name,
  },
  {
    key: 'state',
    title: t('field.state'),
    width: 110,
    render: ({ state }) => <StatusTag tone={tones[state]} text={t(`deviceState.${state}`)} />,
  },
  { key: 'group', title: t('field.group'), width: 120, render: ({ group }) => group?.name ?? absent },
  {
    key: 'screen',
    title: t('field.screen'),
    width: 130,
    render: ({ screen, dark }) => (dark ? t('dark') : names(screen)),
  },
  {
    key: 'lastSeenAt',
    title: t('field.lastSeenAt'),
    width: 175,
    render: ({ lastSeenAt }) => (lastSeenAt === null ? t('never') : <Ago at={lastSeenAt} />),
  },
  {
    key: 'command',
    title: t('field.command'),
    width: 150,
    spare: true,
    render: (row) => commandText(t, row),
  },
  ...beaconColumns(t),
  { key: 'address', title: t('field.address'), width: 120, spare: true, render: ({ address }) => address },
  { key: 'device', title: t('field.browser'), width: 150, extra: true, render: ({ device }) => device },
  {
    key: 'pairedAt',
    title: t('field.pairedAt'),
    width: 200,
    extra: true,
    render: ({ pairedAt, pairedBy }) => (
      <>
        <Ago at={pairedAt} /> {pairedBy}
      </>
    ),
  },
]

/** Last health report of a TV. */
const beaconColumns = (t: TFunction<'displays'>): readonly Column<DeviceRow>[] => [
  {
    key: 'size',
    title: t('field.size'),
    width: 140,
    spare: true,
    render: ({ beacon }) => (beacon === null ? absent : `${beacon.width}×${beacon.height} @${beacon.scale}`),
  },
  {
    key: 'fps',
    title: t('field.fps'),
    width: 95,
    spare: true,
    align: 'right',
    render: ({ beacon }) => wholeOf(beacon?.fps),
  },
  {
    key: 'heap',
    title: t('field.heap'),
    width: 120,
    spare: true,
    align: 'right',
    render: ({ beacon }) => wholeOf(beacon?.heapMb),
  },
  {
    key: 'build',
    title: t('field.build'),
    width: 115,
    spare: true,
    render: ({ beacon }) => beacon?.build ?? absent,
  },
]

const wholeOf = (value: number | null = null) => (value === null ? absent : count(Math.round(value)))

function commandText(t: TFunction<'displays'>, { command }: DeviceRow) {
  if (command === null) return absent
  const text = `${t(`command.${command.command}`)} · ${t(command.done ? 'commandDone' : 'commandWaits')}`
  return <StatusTag tone={command.done ? 'good' : 'active'} text={text} />
}

const placingOf = ({ name, ownScreenId, group }: DeviceRow): Placing => ({
  name,
  screenId: ownScreenId,
  groupId: group?.id ?? null,
})

/** Changes the name of a TV, its own screen and its group. */
function DeviceForm({ device, onClose }: { readonly device: DeviceRow; readonly onClose: () => void }) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  return (
    <FormDrawer<Placing, DeviceRow>
      title={t('changeTitle')}
      labels={{ name: t('field.device'), screenId: t('field.screen'), groupId: t('field.group') }}
      initial={{ values: placingOf(device), version: device.version }}
      save={(values, version) =>
        api('PATCH /api/screens/devices/:id', {
          params: { id: device.id },
          body: { version, ...values },
        }).finally(() => void changed())
      }
      theirs={(current) => {
        const row = current as DeviceRow
        return { values: placingOf(row), version: row.version }
      }}
      onSaved={onClose}
      onClose={onClose}
    >
      <PlacingFields />
    </FormDrawer>
  )
}
