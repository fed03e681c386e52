import './people.css'
import { PlusOutlined } from '@ant-design/icons'
import type { TerminalInput, TerminalRow } from '@cloud-factory/contract/identity/terminals'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input, InputNumber, Select, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { keepTerminal, type OwnTerminal, useTerminal } from '../../shared/terminal.ts'
import { Ago } from '../../shared/ui/ago.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { say } from '../../shared/ui/say.ts'
import { workshopsQuery } from '../planning/plan.queries.ts'
import { terminalsQuery, usePeopleChanged, usersQuery } from './people.queries.ts'

type Opened =
  | { readonly what: 'form'; readonly terminal: TerminalRow | null }
  | { readonly what: 'revoke'; readonly terminal: TerminalRow }

/** /authority/terminals: shared devices of the workshop. One is registered on the device itself. */
export function TerminalsPage() {
  const { t } = useTranslation('identity')
  const own = useTerminal()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <div className="page">
      <PageHeader title={t('shell:route.authorityTerminals')} note={t('terminals.note')}>
        {own === null && (
          <Button
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => setOpened({ what: 'form', terminal: null })}
          >
            {t('terminals.register')}
          </Button>
        )}
      </PageHeader>
      <Terminals onOpen={setOpened} />
      {opened?.what === 'form' && <TerminalForm terminal={opened.terminal} onClose={close} />}
      {opened?.what === 'revoke' && <RevokeTerminal terminal={opened.terminal} onClose={close} />}
    </div>
  )
}

function Terminals({ onOpen }: Pick<CardProps, 'onOpen'>) {
  const { t } = useTranslation('identity')
  const { data, error, refetch } = useQuery(terminalsQuery)
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active />
  if (data.total === 0) return <p className="list-empty">{t('terminals.none')}</p>
  return (
    <ul className="terminal-cards">
      {data.items.map((terminal) => (
        <TerminalCard key={terminal.id} terminal={terminal} onOpen={onOpen} />
      ))}
    </ul>
  )
}

interface CardProps {
  readonly terminal: TerminalRow
  readonly onOpen: (opened: Opened) => void
}

function TerminalCard({ terminal, onOpen }: CardProps) {
  const { t } = useTranslation('identity')
  const isHere = useTerminal((own) => own?.id === terminal.id)
  const { name, workshop, people, badgeAlone, idleMinutes, device, lastSeenAt } = terminal
  const facts = [
    [t('common:field.workshop'), workshop ?? absent],
    [t('common:field.people'), people.map(({ cnName }) => cnName).join(t('common:join')) || absent],
    [t('common:field.badgeAlone'), t(badgeAlone ? 'common:yes' : 'common:no')],
    [t('common:field.idleMinutes'), idleMinutes],
    [t('permissions:session.device'), device || t('permissions:session.unknownDevice')],
    [t('permissions:session.lastSeenAt'), lastSeenAt === null ? absent : <Ago at={lastSeenAt} />],
  ] as const
  return (
    <li>
      <h2>
        {name} {isHere && <Tag color="success">{t('terminals.here')}</Tag>}
      </h2>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => onOpen({ what: 'form', terminal })}>{t('common:change')}</Button>{' '}
      <Button danger onClick={() => onOpen({ what: 'revoke', terminal })}>
        {t('terminals.revoke')}
      </Button>
    </li>
  )
}

type TerminalValues = {
  name: string
  workshopId: string | null
  badgeAlone: boolean
  idleMinutes: number
  userIds: string[]
}

const newTerminal: TerminalValues = {
  name: '',
  workshopId: null,
  badgeAlone: false,
  idleMinutes: 5,
  userIds: [],
}

function versioned(terminal: TerminalRow | null): { values: TerminalValues; version: number } {
  if (terminal === null) return { values: newTerminal, version: 0 }
  const { name, workshopId, badgeAlone, idleMinutes, people, version } = terminal
  return {
    values: { name, workshopId, badgeAlone, idleMinutes, userIds: people.map(({ id }) => id) },
    version,
  }
}

const inputOf = ({ name, workshopId, ...values }: TerminalValues): TerminalInput => ({
  ...values,
  name: name.trim(),
  workshopId: workshopId ?? null,
})

interface FormProps {
  /** Null: this device becomes one. */
  readonly terminal: TerminalRow | null
  readonly onClose: () => void
}

function TerminalForm({ terminal, onClose }: FormProps) {
  const { t } = useTranslation('identity')
  const changed = usePeopleChanged()
  const { data: workshops } = useQuery(workshopsQuery)
  const { data: users } = useQuery(usersQuery({ status: 'active', pageSize: 200, sort: 'cnName' }))
  const labels = {
    name: t('common:field.name'),
    workshopId: t('common:field.workshop'),
    userIds: t('common:field.people'),
    badgeAlone: t('common:field.badgeAlone'),
    idleMinutes: t('common:field.idleMinutes'),
  }
  const people = (users?.items ?? []).map(({ id, cnName, username }) => ({
    value: id,
    label: `${cnName} (${username})`,
  }))
  const places = (workshops?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const required = { required: true, message: t('shell:form.required') }
  const become = (registered: OwnTerminal) =>
    void keepTerminal(registered).catch(() => say('warning', t('terminals.notKept')))
  const namesOf = (value: unknown) =>
    [...people, ...places].filter((one) => [value].flat().includes(one.value)).map(({ label }) => label)
  return (
    <FormDrawer<TerminalValues, OwnTerminal | null>
      title={terminal === null ? t('terminals.register') : t('terminals.edit', { name: terminal.name })}
      labels={labels}
      initial={versioned(terminal)}
      save={(values, version) => saveTerminal(terminal, inputOf(values), version)}
      theirs={(current) => versioned(current as TerminalRow)}
      show={(field, value) =>
        field === 'userIds' || field === 'workshopId' ? namesOf(value).join(t('common:join')) : undefined
      }
      onSaved={(registered) => {
        changed()
        onClose()
        if (registered !== null) become(registered)
      }}
      onClose={onClose}
    >
      <Form.Item name="name" label={labels.name} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="workshopId" label={labels.workshopId}>
        <Select allowClear options={places} />
      </Form.Item>
      <Form.Item name="userIds" label={labels.userIds} extra={t('terminals.peopleHelp')}>
        <Select mode="multiple" maxCount={100} showSearch={{ optionFilterProp: 'label' }} options={people} />
      </Form.Item>
      <Form.Item name="badgeAlone" valuePropName="checked" extra={t('terminals.badgeHelp')}>
        <Checkbox>{labels.badgeAlone}</Checkbox>
      </Form.Item>
      <Form.Item name="idleMinutes" label={labels.idleMinutes} rules={[required]}>
        <InputNumber min={1} max={30} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Saves a terminal. A new one is this device, which alone gets the token; null for one that was there before. */
async function saveTerminal(
  terminal: TerminalRow | null,
  input: TerminalInput,
  version: number,
): Promise<OwnTerminal | null> {
  if (terminal !== null) {
    await api('PATCH /api/terminals/:id', { params: { id: terminal.id }, body: { version, ...input } })
    return null
  }
  const registered = await api('POST /api/terminals', { body: input })
  const { id, name, workshop, workshopId, idleMinutes } = registered.terminal
  return { id, name, workshop, workshopId, idleMinutes, token: registered.token }
}

function RevokeTerminal({
  terminal,
  onClose,
}: {
  readonly terminal: TerminalRow
  readonly onClose: () => void
}) {
  const { t } = useTranslation('identity')
  const changed = usePeopleChanged()
  const { id, version, name } = terminal
  const revoke = async () => {
    await api('DELETE /api/terminals/:id', { params: { id }, query: { version } })
    if (useTerminal.getState()?.id === id) await keepTerminal(null)
  }
  return (
    <ActionDialog
      title={t('terminals.revoke')}
      action={t('terminals.revoke')}
      danger
      act={revoke}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t('terminals.ask', { name })}
    </ActionDialog>
  )
}
