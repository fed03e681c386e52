import { Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { isQuestion } from '../use-problem-message.ts'
import { useDirty } from '../tabs/tab-hooks.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { ReturnFocus } from '../ui/return-focus.tsx'
import { useRequestKey } from './request-key.ts'
import { useSubmit } from './use-submit.ts'
import './form.css'

interface Props {
  readonly title: string
  /** What will happen. */
  readonly children: ReactNode
  /** Label of the button: the action itself, never 'OK'. */
  readonly action: string
  /** Label of the other button, where 'cancel' would be ambiguous. */
  readonly keep?: string | undefined
  readonly danger?: boolean
  /** Asks for a reason as text; `required` does not accept an empty one. Also asked for when the server questions a quantity. */
  readonly reason?: 'required' | 'optional' | undefined
  /** Label of the text field when it is not a reason. */
  readonly reasonLabel?: string
  readonly maxWords?: number
  readonly act: (reason: string | undefined, idempotencyKey: string) => Promise<unknown>
  /** Refreshes what the page shows, also after a refusal: the record is then not what the page shows. */
  readonly changed?: () => unknown
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The dialog of `ActionDialog`, with Ant Design. */
export function ActionModal(props: Props) {
  const { title, children, action, keep, danger = false, reason, onDone, onClose } = props
  const { reasonLabel, maxWords = 500, act, changed } = props
  const { t } = useTranslation()
  const [form] = Form.useForm<{ reason?: string }>()
  const { busy, error, submit } = useSubmit()
  const idempotencyKey = useRequestKey()
  const [words, setWords] = useState('')
  const isRequired = reason === 'required' || isQuestion(error)
  useDirty(words.trim() !== '')
  const run = async () => {
    const valid = await form.validateFields().catch(() => null)
    if (valid === null) return
    await submit(async () => {
      const typed = words.trim() === '' ? undefined : words.trim()
      await act(typed, idempotencyKey).finally(() => void changed?.())
      onDone()
    })
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={title}
        okText={action}
        okButtonProps={{ danger, loading: busy }}
        cancelText={keep ?? t('form.cancel')}
        onOk={() => void run()}
        onCancel={() => !busy && onClose()}
        mask={{ closable: false }}
      >
        {error !== null && <ProblemAlert error={error} />}
        <div className="action-text">{children}</div>
        <Form form={form} layout="vertical" requiredMark={isRequired}>
          {(reason !== undefined || isRequired) && (
            <ReasonField isRequired={isRequired} label={reasonLabel} max={maxWords} onChange={setWords} />
          )}
        </Form>
      </Modal>
    </>
  )
}

interface ReasonProps {
  readonly isRequired: boolean
  readonly label: string | undefined
  readonly max: number
  readonly onChange: (words: string) => void
}

function ReasonField({ isRequired, label, max, onChange }: ReasonProps) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="reason"
      label={label ?? t('form.reason')}
      rules={[{ required: isRequired, whitespace: true, message: t('form.required') }]}
    >
      <Input.TextArea rows={3} maxLength={max} showCount onChange={({ target }) => onChange(target.value)} />
    </Form.Item>
  )
}
