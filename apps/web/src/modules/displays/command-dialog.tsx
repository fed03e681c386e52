import type { DeviceRow } from '@cloud-factory/contract/displays/screen-devices'
import type { GroupRow } from '@cloud-factory/contract/displays/screen-groups'
import {
  type CommandTarget,
  type ScreenCommand,
  screenCommands,
} from '@cloud-factory/domain/displays/display-enums'
import { useQuery } from '@tanstack/react-query'
import { Form, type FormInstance, Input, Modal, Radio, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { say } from '../../shared/ui/say.ts'
import { screenQuery, useScreensChanged } from './screens.queries.ts'

interface CommandValues {
  readonly command: Exclude<ScreenCommand, 'picture'>
  readonly page: number
  readonly text: string
  readonly to: CommandTarget
}

interface Recipient {
  readonly to: CommandTarget
  readonly id: string
  readonly label: string
}

type Target = { readonly device: DeviceRow } | { readonly group: GroupRow }

/** A picture has a dialog of its own. */
const commands = screenCommands.filter((command) => command !== 'picture')

const initial = { command: 'identify', page: 0, text: '' } satisfies Partial<CommandValues>

/** Sends a command to a TV, to its group or to all TVs of its screen; or to the TVs of a group. */
export function CommandDialog({ onClose, ...target }: Target & { readonly onClose: () => void }) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  const [form] = Form.useForm<CommandValues>()
  const { busy, error, submit } = useSubmit()
  const targets = useTargets(target)
  const notify = async () => {
    const values = await form.validateFields().catch(() => null)
    const one = targets.find(({ to }) => to === values?.to) ?? targets[0]
    if (values === null || one === undefined) return
    const { command, page, text } = values
    await submit(async () => {
      await api('POST /api/screens/commands', {
        body: {
          to: one.to,
          id: one.id,
          command,
          page: command === 'page' ? page : null,
          text: command === 'message' ? text.trim() : '',
        },
      }).finally(() => void changed())
      say('success', t('commandSent'))
      onClose()
    })
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('tellTitle', { name: 'device' in target ? target.device.name : target.group.name })}
        okText={t('tellGo')}
        okButtonProps={{ loading: busy }}
        onOk={() => void notify()}
        onCancel={() => !busy && onClose()}
      >
        {error !== null && <ProblemAlert error={error} />}
        <Form
          form={form}
          layout="vertical"
          initialValues={{ ...initial, to: 'device' in target ? 'device' : 'group' }}
        >
          <CommandFields
            screenId={'device' in target ? target.device.screenId : target.group.screenId}
            form={form}
          />
          {targets.length > 1 && (
            <Form.Item name="to" label={t('tellWhom')}>
              <Radio.Group options={targets.map(({ to, label }) => ({ value: to, label }))} />
            </Form.Item>
          )}
        </Form>
      </Modal>
    </>
  )
}

/** For whom the command can be. */
function useTargets(target: Target): readonly Recipient[] {
  const { t } = useTranslation('displays')
  const names = useNames()
  if ('group' in target) return [{ to: 'group', id: target.group.id, label: target.group.name }]
  const { id, name, group, screenId, screen } = target.device
  return [
    { to: 'device', id, label: name },
    ...(group === null
      ? []
      : [{ to: 'group' as const, id: group.id, label: t('tellGroup', { name: group.name }) }]),
    { to: 'screen', id: screenId, label: t('tellAll', { name: names(screen) }) },
  ]
}

interface FieldsProps {
  /** Null: its TVs show different ones. */
  readonly screenId: string | null
  readonly form: FormInstance<CommandValues>
}

/** The command and its parameters. */
function CommandFields({ screenId, form }: FieldsProps) {
  const { t } = useTranslation('displays')
  const command = Form.useWatch('command', form) ?? initial.command
  return (
    <>
      <Form.Item name="command" label={t('tell')} extra={t(`commandAbout.${command}`)}>
        <Radio.Group options={commands.map((value) => ({ value, label: t(`command.${value}`) }))} />
      </Form.Item>
      {command === 'page' && (
        <Form.Item name="page" label={t('field.page')}>
          <PageSelect screenId={screenId} />
        </Form.Item>
      )}
      {command === 'message' && (
        <Form.Item
          name="text"
          label={t('field.message')}
          rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
        >
          <Input.TextArea rows={2} maxLength={200} showCount />
        </Form.Item>
      )}
    </>
  )
}

const maxPages = 20

interface PageProps {
  readonly screenId: string | null
  readonly value?: number
  readonly onChange?: (page: number) => void
  /** Given by the form's item. */
  readonly id?: string
}

/** A page of the screen; by its number alone where TVs show different screens. */
function PageSelect({ screenId, ...item }: PageProps) {
  const names = useNames()
  const { data: screen } = useQuery({ ...screenQuery(screenId ?? ''), enabled: screenId !== null })
  const named = screen?.draft.pages.map((page, at) => `${at + 1} · ${names(page.names)}`) ?? []
  const labels = screenId === null ? Array.from({ length: maxPages }, (_, at) => String(at + 1)) : named
  return <Select<number> {...item} options={labels.map((label, value) => ({ value, label }))} />
}
