import type { GatewayRow } from '@cloud-factory/contract/telemetry/gateways'
import { Form, Input, Select, Switch, Button } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useGatewaysChanged, gatewaysQuery } from './gateways.queries.ts'
import { GatewayDrawer, RenewSecret, SecretShown } from './gateway-drawer.tsx'
import { PlusOutlined } from '@ant-design/icons'
import { useMemo, useState } from 'react'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { GatewayFilters, gatewayColumns } from './gateways.columns.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'

type GatewayValues = {
  readonly code: string
  readonly name: string
  readonly topics: readonly string[]
  readonly active: boolean
}

interface Props {
  readonly row: GatewayRow | null
  /** `secret`: null unless it is new. */
  readonly onSaved: (secret: string | null, gateway: GatewayRow) => void
  readonly onClose: () => void
}

interface Saved {
  readonly gateway: GatewayRow
  readonly secret: string | null
}

/** Adds a gateway, or changes what it may do. */
function GatewayForm({ row, onSaved, onClose }: Props) {
  const { t } = useTranslation('telemetry')
  const changed = useGatewaysChanged()
  const save = async (values: GatewayValues, version: number): Promise<Saved> => {
    const body = { ...values, topics: [...values.topics] }
    if (row === null) return api('POST /api/gateways', { body })
    const gateway = await api('PATCH /api/gateways/:id', {
      params: { id: row.id },
      body: { version, ...body },
    })
    return { gateway, secret: null }
  }
  return (
    <FormDrawer<GatewayValues, Saved>
      title={row === null ? t('add') : t('editTitle', { code: row.code })}
      labels={{
        code: t('field.code'),
        name: t('field.name'),
        topics: t('field.topics'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) => save(values, version).finally(() => void changed())}
      theirs={(current) => ({
        values: valuesOf(current as GatewayRow),
        version: (current as GatewayRow).version,
      })}
      onSaved={({ secret, gateway }) => onSaved(secret, gateway)}
      onClose={onClose}
    >
      <Form.Item
        name="code"
        label={t('field.code')}
        extra={t('codeHint')}
        rules={[
          { required: true, message: t('shell:form.required') },
          { pattern: /^[A-Za-z0-9_-]{1,64}$/, message: t('codeWrong') },
        ]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label={t('field.name')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item
        name="topics"
        label={t('field.topics')}
        extra={t('topicsHint')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', '，']} />
      </Form.Item>
      <Form.Item name="active" label={t('field.active')} extra={t('activeHint')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  )
}

const valuesOf = (row: GatewayRow | null): GatewayValues => ({
  code: row?.code ?? '',
  name: row?.name ?? '',
  topics: row?.topics ?? ['sf/v1/main/#'],
  active: row?.active ?? true,
})

const filterNames = ['state'] as const

type Open =
  | { readonly look: string }
  | { readonly edit: GatewayRow | null }
  | { readonly renew: GatewayRow }
  | { readonly secret: string; readonly code: string }

/** Gateways permitted to publish: name, topics, last seen. */
export function GatewaysTable() {
  const { t } = useTranslation('telemetry')
  const instant = useInstant()
  const list = useListState('GET /api/gateways', filterNames)
  const query = useListQuery(list, gatewaysQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const columns = useMemo(() => gatewayColumns(t, instant, (look) => setOpen({ look })), [t, instant])
  return (
    <>
      <DataTable<GatewayRow>
        name="gateways"
        label={t('part.gateways')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={<p>{t('empty')}</p>}
        onOpen={({ id }) => setOpen({ look: id })}
        filters={<GatewayFilters list={list} />}
        actions={
          <Allowed permission="equipment.edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ edit: null })}>
              {t('add')}
            </Button>
          </Allowed>
        }
        rowActions={{ width: 170, render: (row) => <GatewayActions row={row} onOpen={setOpen} /> }}
      />
      {open !== null && 'look' in open && (
        <GatewayDrawer
          gateway={query.data?.items.find(({ id }) => id === open.look)}
          onAct={setOpen}
          onClose={close}
        />
      )}
      {open !== null && 'edit' in open && (
        <GatewayForm
          row={open.edit}
          onSaved={(secret, { code }) => setOpen(secret === null ? null : { secret, code })}
          onClose={close}
        />
      )}
      {open !== null && 'renew' in open && (
        <RenewSecret
          row={open.renew}
          onDone={(secret) => setOpen({ secret, code: open.renew.code })}
          onClose={close}
        />
      )}
      {open !== null && 'secret' in open && (
        <SecretShown code={open.code} secret={open.secret} onClose={close} />
      )}
    </>
  )
}

interface ActionsProps {
  readonly row: GatewayRow
  readonly onOpen: (open: Open) => void
}

function GatewayActions({ row, onOpen }: ActionsProps) {
  const { t } = useTranslation('telemetry')
  return (
    <span className="row-actions">
      <ReasonButton type="link" size="small" allowed={row.can.edit} onClick={() => onOpen({ edit: row })}>
        {t('common:action.edit')}
      </ReasonButton>
      <ReasonButton type="link" size="small" allowed={row.can.edit} onClick={() => onOpen({ renew: row })}>
        {t('renew')}
      </ReasonButton>
    </span>
  )
}
