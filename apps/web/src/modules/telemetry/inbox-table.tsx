import type { InboxRow } from '@cloud-factory/contract/telemetry/gateways'
import { inboxStatuses } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { LargeNumber } from '../../shared/ui/ago.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { inboxQuery, useGatewaysChanged } from './gateways.queries.ts'
import { Form, Select } from 'antd'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'

const filterNames = ['status'] as const
const tones = { new: 'warn', ignored: 'neutral', adopted: 'good' } as const

type OpenDialog = { readonly action: 'adopt' | 'ignore' | 'release'; readonly row: InboxRow }

/** Devices that send and are no machine: whose are they? */
export function InboxTable() {
  const { t } = useTranslation('telemetry')
  const instant = useInstant()
  const list = useListState('GET /api/telemetry/inbox', filterNames)
  const query = useListQuery(list, inboxQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const columns = useMemo(() => inboxColumns(t, instant), [t, instant])
  return (
    <>
      <DataTable<InboxRow>
        name="device-inbox"
        label={t('part.inbox')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('field.device')}
        empty={<p>{t('inboxEmpty')}</p>}
        filters={
          <SelectFilters
            list={list}
            filters={{ status: [t('field.state'), choices(inboxStatuses, (value) => t(`inbox.${value}`))] }}
          />
        }
        rowActions={{
          width: 170,
          render: (row) => <Actions row={row} onAsk={(action) => setDialog({ action, row })} />,
        }}
      />
      {dialog?.action === 'adopt' && <AdoptForm row={dialog.row} onClose={close} />}
      {dialog !== null && dialog.action !== 'adopt' && (
        <Decide dialog={dialog} action={dialog.action} onClose={close} />
      )}
    </>
  )
}

function Actions({
  row,
  onAsk,
}: {
  readonly row: InboxRow
  readonly onAsk: (action: OpenDialog['action']) => void
}) {
  const { t } = useTranslation('telemetry')
  const actions = row.status === 'new' ? (['adopt', 'ignore'] as const) : (['release'] as const)
  return (
    <span className="row-actions">
      {actions.map((action) => (
        <ReasonButton
          key={action}
          type="link"
          size="small"
          allowed={row.can.decide}
          onClick={() => onAsk(action)}
        >
          {t(`action.${action}`)}
        </ReasonButton>
      ))}
    </span>
  )
}

interface DecideProps {
  readonly dialog: OpenDialog
  readonly action: 'ignore' | 'release'
  readonly onClose: () => void
}

function Decide({ dialog: { row }, action, onClose }: DecideProps) {
  const { t } = useTranslation('telemetry')
  const changed = useGatewaysChanged()
  const request = { params: { id: row.id }, body: { version: row.version } }
  return (
    <ActionDialog
      title={t(`${action}Title`, { device: row.deviceKey })}
      action={t(`action.${action}`)}
      act={() =>
        (action === 'ignore'
          ? api('POST /api/telemetry/inbox/:id/ignore', request)
          : api('POST /api/telemetry/inbox/:id/release', request)
        ).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t(`${action}Text`)}
    </ActionDialog>
  )
}

const inboxColumns = (
  t: TFunction<'telemetry'>,
  instant: (at: string, pattern?: string) => string,
): readonly Column<InboxRow>[] => [
  { key: 'device', title: t('field.device'), width: 220, pinned: true, render: ({ deviceKey }) => deviceKey },
  {
    key: 'status',
    title: t('field.state'),
    width: 190,
    render: ({ status, machine }) => (
      <>
        <StatusTag tone={tones[status]} text={t(`inbox.${status}`)} />
        {machine !== null && <Link to={`/equipment/detail/${machine.id}`}>{machine.code}</Link>}
      </>
    ),
  },
  {
    key: 'messages',
    title: t('field.messages'),
    width: 115,
    align: 'right',
    render: ({ messages }) => <LargeNumber value={messages} />,
  },
  {
    key: 'lastAt',
    title: t('field.lastAt'),
    width: 185,
    sort: 'lastAt',
    render: ({ lastAt }) => instant(lastAt),
  },
  {
    key: 'firstAt',
    title: t('field.firstAt'),
    width: 185,
    extra: true,
    render: ({ firstAt }) => instant(firstAt),
  },
  {
    key: 'sample',
    title: t('field.sample'),
    width: 185,
    render: ({ sample }) => <code title={sample}>{sample.slice(0, 120)}</code>,
  },
]

type AdoptValues = { readonly machineId: string | null }

/** Assigns a device to a machine. */
function AdoptForm({ row, onClose }: { readonly row: InboxRow; readonly onClose: () => void }) {
  const { t } = useTranslation('telemetry')
  const changed = useGatewaysChanged()
  const [q, setQ] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: ['equipment', 'machines', 'choice', q],
    queryFn: ({ signal }) => api('GET /api/machines', { query: { q, pageSize: '50' }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <FormDrawer<AdoptValues, InboxRow>
      title={t('adoptTitle', { device: row.deviceKey })}
      action={t('action.adopt')}
      labels={{ machineId: t('field.machine') }}
      initial={{ values: { machineId: null }, version: row.version }}
      save={({ machineId }, version) =>
        api('POST /api/telemetry/inbox/:id/adopt', {
          params: { id: row.id },
          body: { version, machineId: machineId ?? '' },
        }).finally(() => void changed())
      }
      onSaved={onClose}
      onClose={onClose}
    >
      <p>{t('adoptText')}</p>
      <Form.Item
        name="machineId"
        label={t('field.machine')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <Select
          showSearch={{ filterOption: false, onSearch: setQ }}
          loading={isFetching}
          options={(data?.items ?? []).map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
        />
      </Form.Item>
      <pre className="message-sample">{`${row.topic}\n${row.sample}`}</pre>
    </FormDrawer>
  )
}
