import type { TerminalInput, TerminalRow } from '@cloud-factory/contract/identity/terminals'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { keepTerminal, type OwnTerminal } from '../../shared/terminal.ts'
import { say } from '../../shared/ui/say.ts'
import { workshopsQuery } from '../planning/plan.queries.ts'
import { usePeopleChanged, usersQuery } from './people.queries.ts'

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

export function TerminalForm({ terminal, onClose }: FormProps) {
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
