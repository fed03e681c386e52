import type { DeviceRow } from '@cloud-factory/contract/displays/screen-devices'
import { type ScreenCommand, screenCommands } from '@cloud-factory/domain/displays/display-enums'
import { useQuery } from '@tanstack/react-query'
import { Form, type FormInstance, Input, Modal, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { say } from '../../shared/ui/say.ts'
import { screenQuery, useScreensChanged } from './screens.queries.ts'

interface CommandValues {
  readonly command: ScreenCommand
  readonly page: number
  readonly text: string
  readonly all: boolean
}

/** Sends a command to one TV or to all TVs of a screen. */
export function CommandDialog({
  device,
  onClose,
}: {
  readonly device: DeviceRow
  readonly onClose: () => void
}) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  const [form] = Form.useForm<CommandValues>()
  const { busy, error, submit } = useSubmit()
  const notify = async () => {
    const values = await form.validateFields().catch(() => null)
    if (values === null) return
    await submit(async () => {
      await api('POST /api/screens/commands', {
        body: {
          screenId: device.screenId,
          deviceId: values.all ? null : device.id,
          command: values.command,
          page: values.command === 'page' ? values.page : null,
          text: values.command === 'message' ? values.text.trim() : '',
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
        title={t('tellTitle', { name: device.name })}
        okText={t('tellGo')}
        okButtonProps={{ loading: busy }}
        onOk={() => void notify()}
        onCancel={() => !busy && onClose()}
      >
        {error !== null && <ProblemAlert error={error} />}
        <Form
          form={form}
          layout="vertical"
          initialValues={{ command: 'identify', page: 0, text: '', all: false } satisfies CommandValues}
        >
          <CommandFields device={device} form={form} />
        </Form>
      </Modal>
    </>
  )
}

interface FieldsProps {
  readonly device: DeviceRow
  readonly form: FormInstance<CommandValues>
}

/** The command, its parameters, and whether the other TVs of the screen get it too. */
function CommandFields({ device, form }: FieldsProps) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const command = Form.useWatch('command', form) ?? 'identify'
  const { data: screen } = useQuery(screenQuery(device.screenId))
  return (
    <>
      <Form.Item name="command" label={t('tell')} extra={t(`commandAbout.${command}`)}>
        <Radio.Group options={screenCommands.map((value) => ({ value, label: t(`command.${value}`) }))} />
      </Form.Item>
      {command === 'page' && (
        <Form.Item name="page" label={t('field.page')}>
          <Select
            options={
              screen?.draft.pages.map((page, value) => ({
                value,
                label: `${value + 1} · ${names(page.names)}`,
              })) ?? []
            }
          />
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
      <Form.Item name="all" label={t('tellWhom')}>
        <Radio.Group
          options={[
            { value: false, label: device.name },
            { value: true, label: t('tellAll', { name: names(device.screen) }) },
          ]}
        />
      </Form.Item>
    </>
  )
}
