import { useQuery } from '@tanstack/react-query'
import { Select, Descriptions, Form, Input, Modal } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { allScreensQuery, useScreensChanged } from './screens.queries.ts'
import type { WaitingDevice } from '@cloud-factory/contract/displays/screen-devices'
import { screenGroups } from '@cloud-factory/domain/displays/group-resource'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { resourceQuery } from '../../shared/resource/resource-api.ts'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { say } from '../../shared/ui/say.ts'
import { problemOf } from '../../shared/request.ts'

interface Props {
  readonly value?: string
  readonly onChange?: (id: string) => void
  /** Given by the form's item. */
  readonly id?: string
  readonly allowClear?: boolean
  readonly placeholder?: string
}

/** Chooses one of the plant's screens. */
export function ScreenSelect(props: Props) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const { data, isPending } = useQuery(allScreensQuery)
  return (
    <Select<string>
      {...props}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      options={
        data?.items.map((screen) => ({
          value: screen.id,
          label: `${names(screen.names)} · ${t(`source.${screen.source}`)}`,
        })) ?? []
      }
    />
  )
}

/** Chooses a group of TVs, or none. */
function GroupSelect(props: Props) {
  const { data, isPending } = useQuery(resourceQuery(screenGroups, { pageSize: '200' }))
  return (
    <Select<string>
      {...props}
      allowClear
      loading={isPending}
      options={data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
    />
  )
}

/** What an administrator says of a TV. */
export type Placing = {
  readonly name: string
  readonly screenId: string
  readonly groupId: string | null
}

/** Name, own screen and group of a TV. */
export function PlacingFields({ isNext = false }: { readonly isNext?: boolean }) {
  const { t } = useTranslation('displays')
  return (
    <>
      <Form.Item
        name="name"
        label={t('field.device')}
        extra={t('deviceHint')}
        rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the code was found: this is what is asked next */}
        <Input maxLength={80} autoFocus={isNext} />
      </Form.Item>
      <Form.Item
        name="screenId"
        label={t('field.screen')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <ScreenSelect />
      </Form.Item>
      <Form.Item
        name="groupId"
        label={t('field.group')}
        extra={t('groupHint')}
        normalize={(value: unknown) => value ?? null}
      >
        <GroupSelect />
      </Form.Item>
    </>
  )
}

/** Pairs a TV: first its code, then the waiting device, then its name and screen. */
export function PairDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  const [form] = Form.useForm<Placing>()
  const [code, setCode] = useState('')
  const [waiting, setWaiting] = useState<WaitingDevice | null>(null)
  const { busy, error, submit } = useSubmit()
  /** The waiting device is gone or was confirmed by somebody else: asks for the code again. */
  const forget = (failure: unknown): false => {
    if (problemOf(failure)?.code === 'not_found') setWaiting(null)
    return false
  }
  const look = () =>
    submit(async () => setWaiting(await api('GET /api/screens/pairing', { query: { code } })))
  const confirm = () =>
    submit(async () => {
      const values = await form.validateFields().catch(() => null)
      if (values === null) return
      await api('POST /api/screens/pairing/confirm', { body: { code, ...values } }).finally(
        () => void changed(),
      )
      say('success', t('paired', { name: values.name }))
      onClose()
    }, forget)
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('pairTitle')}
        okText={t(waiting === null ? 'pairLook' : 'pairConfirm')}
        okButtonProps={{ loading: busy, disabled: !/^[0-9]{6}$/.test(code) }}
        onOk={() => void (waiting === null ? look() : confirm())}
        onCancel={() => !busy && onClose()}
        mask={{ closable: false }}
      >
        {error !== null && <PairProblem error={error} />}
        <Form form={form} layout="vertical" initialValues={{ name: '', groupId: null }}>
          <p>{t('pairText')}</p>
          <CodeField
            code={code}
            disabled={waiting !== null}
            onChange={setCode}
            onEnter={() => void (waiting === null && code.length === 6 && look())}
          />
          {waiting !== null && <Asking waiting={waiting} />}
        </Form>
      </Modal>
    </>
  )
}

interface CodeProps {
  readonly code: string
  readonly disabled: boolean
  readonly onChange: (code: string) => void
  readonly onEnter: () => void
}

function CodeField({ code, disabled, onChange, onEnter }: CodeProps) {
  const { t } = useTranslation('displays')
  return (
    <Form.Item label={t('code')} htmlFor="pairing-code">
      <Input
        id="pairing-code"
        className="pairing-code-input"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks for this one thing
        autoFocus
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        disabled={disabled}
        value={code}
        onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, '').slice(0, 6))}
        onPressEnter={onEnter}
      />
    </Form.Item>
  )
}

function PairProblem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('displays')
  if (problemOf(error)?.code !== 'not_found') return <ProblemAlert error={error} />
  return (
    <p className="screen-problem" role="alert">
      {t('noSuchCode')}
    </p>
  )
}

/** The waiting device, so that nobody confirms a wrong one, and its name. */
function Asking({ waiting }: { readonly waiting: WaitingDevice }) {
  const { t } = useTranslation('displays')
  const instant = useInstant()
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        bordered
        className="pairing-facts"
        items={[
          { key: 'address', label: t('field.address'), children: waiting.address },
          { key: 'size', label: t('field.size'), children: `${waiting.width} × ${waiting.height}` },
          { key: 'device', label: t('field.browser'), children: waiting.device },
          { key: 'since', label: t('field.since'), children: instant(waiting.since) },
        ]}
      />
      <PlacingFields isNext />
    </>
  )
}
