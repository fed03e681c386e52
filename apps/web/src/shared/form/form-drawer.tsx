import { Alert, Button, Modal, Radio, Drawer, Form, Input } from 'antd'
import { type ReactNode, useState, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { type Difference, firstSides, type Side, changed, type Values, placeErrors } from './form.rules.ts'
import { problemOf } from '../request.ts'
import { isQuestion } from '../use-problem-message.ts'
import { useDirty } from '../tabs/tab-hooks.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { ReturnFocus } from '../ui/return-focus.tsx'
import { ask, readyToSay } from '../ui/say.ts'
import { useReasonText } from '../ui/use-reason-text.ts'
import { useSaveForm, type Versioned } from './use-save-form.ts'
import './form.css'
import type { TFunction } from 'i18next'

interface Props {
  readonly found: readonly Difference[]
  /** Who changed it in the meantime, if the record names them. */
  readonly by: string | undefined
  readonly labels: Readonly<Record<string, string>>
  readonly show: (field: string, value: unknown) => ReactNode
  readonly onSave: (sides: Readonly<Record<string, Side>>) => void
  readonly onBack: () => void
}

/** Somebody else saved first: the user chooses field by field. */
export function ConflictDialog({ found, by, labels, show, onSave, onBack }: Props) {
  const { t } = useTranslation()
  const [sides, setSides] = useState(() => firstSides(found))
  const all = (side: Side) => setSides(Object.fromEntries(found.map(({ field }) => [field, side])))
  return (
    <Modal
      open
      width={760}
      title={t('form.conflict')}
      okText={t('form.conflictSave')}
      cancelText={t('form.conflictBack')}
      onOk={() => onSave(sides)}
      onCancel={onBack}
    >
      <Alert
        type="warning"
        showIcon
        className="form-alert"
        title={by === undefined ? t('form.conflictText') : t('form.conflictBy', { name: by })}
      />
      {found.length === 0 ? (
        <p>{t('form.conflictSame')}</p>
      ) : (
        <>
          <div className="conflict-all">
            <Button onClick={() => all('mine')}>{t('form.allMine')}</Button>
            <Button onClick={() => all('theirs')}>{t('form.allTheirs')}</Button>
          </div>
          <ul className="conflict">
            {found.map(({ field, base, mine, theirs }) => (
              <li key={field}>
                <Radio.Group
                  className="conflict-sides"
                  aria-label={labels[field] ?? field}
                  value={sides[field]}
                  onChange={(event) => setSides({ ...sides, [field]: event.target.value as Side })}
                >
                  <strong>{labels[field] ?? field}</strong>
                  <Radio value="mine">
                    <small>{t('form.useMine')}</small> {shown(show(field, mine), t('form.empty'))}
                  </Radio>
                  <Radio value="theirs">
                    <small>{t('form.useTheirs')}</small> {shown(show(field, theirs), t('form.empty'))}
                  </Radio>
                  <span className="conflict-base">
                    <small>{t('form.conflictBase')}</small> {shown(show(field, base), t('form.empty'))}
                  </span>
                </Radio.Group>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}

const shown = (value: ReactNode, empty: string): ReactNode =>
  value === null || value === undefined || value === '' ? empty : value

interface FormDrawerProps<V extends Values, Saved> {
  readonly title: string
  /** Label of the button where the form performs an action rather than saving a record: the action itself. */
  readonly action?: string | undefined
  /** Labels by field name, which is the same in form and request; used for conflicts and errors. */
  readonly labels: Readonly<Record<keyof V & string, string>>
  readonly initial: Versioned<V>
  /**
   * Converts the form's values into the request and sends it; with a reason after the server has questioned a
   * quantity.
   */
  readonly save: (values: V, version: number, reason?: string) => Promise<Saved>
  /** Converts the record in a conflict's `current` to form values; absent where conflicts are impossible. */
  readonly theirs?: (current: unknown) => Versioned<V>
  /** Displays a field's value in a conflict; as text by default. */
  readonly show?: (field: keyof V & string, value: unknown) => ReactNode
  readonly onSaved: (saved: Saved) => void
  /** Begins a new record with the values of this one, once nothing is unsaved; absent where none can be begun. */
  readonly onCopy?: (() => void) | undefined
  readonly onClose: () => void
  /** The form's items: `Form.Item`s. */
  readonly children: ReactNode
}

/**
 * A form at the right edge. Mount it to open it and unmount it to close it: each opening is a new form. Ctrl+Enter
 * and Ctrl+S save; unsaved changes are protected; invalid fields are marked; a conflict is resolved field by field.
 */
export function FormDrawer<V extends Values, Saved>(props: FormDrawerProps<V, Saved>) {
  const { title, action, labels, initial, save, theirs, show, onSaved, onCopy, onClose, children } = props
  const { t } = useTranslation()
  const [form] = Form.useForm<V>()
  const [dirty, setDirty] = useState(false)
  const [reason, setReason] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const fields = Object.keys(labels)
  const options = { form, fields, initial, save, reason, theirs, onSaved }
  const { base, saving, error, conflict, submit, settle, backToForm } = useSaveForm<V, Saved>(options)
  useDirty(dirty)
  useEffect(readyToSay, [])

  const close = () => {
    if (saving) return
    if (dirty) askToLeave(t, onClose)
    else onClose()
  }
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        rootClassName="form-drawer"
        size={560}
        title={title}
        mask={{ closable: false }}
        extra={onCopy && <CopyButton disabled={dirty} onCopy={onCopy} />}
        onClose={close}
        onKeyDown={(event) => onSaveKeys(event, submit)}
        afterOpenChange={() => focusFirst(body.current)}
        footer={<Buttons action={action} saving={saving} onCancel={close} onSave={() => void submit()} />}
      >
        <div ref={body}>
          {error !== null && <DomainError error={error} fields={fields} />}
          {isQuestion(error) && <ReasonField value={reason} onChange={setReason} />}
          <Form<V>
            form={form}
            layout="vertical"
            initialValues={initial.values}
            onValuesChange={(_, values) => setDirty(changed(fields, base.values, values))}
            onFinish={() => void submit()}
          >
            {children}
          </Form>
        </div>
        {conflict !== null && (
          <ConflictDialog
            found={conflict.found}
            by={conflict.current.by}
            labels={labels}
            show={(field, value) => show?.(field, value) ?? asText(value)}
            onSave={(sides) => void settle(sides)}
            onBack={backToForm}
          />
        )}
      </Drawer>
    </>
  )
}

function onSaveKeys(event: KeyboardEvent, save: () => Promise<void>): void {
  if (!(event.ctrlKey || event.metaKey) || !['Enter', 's', 'S'].includes(event.key)) return
  event.preventDefault()
  void save()
}

/** Asks before work that is not saved is thrown away. */
function askToLeave(t: TFunction, onLeave: () => void): void {
  ask('confirm', {
    title: t('form.leave'),
    content: t('form.leaveText'),
    okText: t('form.discard'),
    okButtonProps: { danger: true },
    cancelText: t('form.stay'),
    // Enter, pressed without looking, must not throw work away.
    autoFocusButton: 'cancel',
    onOk: onLeave,
  })
}

interface CopyProps {
  readonly disabled: boolean
  readonly onCopy: () => void
}

function CopyButton({ disabled, onCopy }: CopyProps) {
  const { t } = useTranslation()
  return (
    <Button disabled={disabled} onClick={onCopy}>
      {t('form.copy')}
    </Button>
  )
}

interface ButtonsProps {
  readonly action: string | undefined
  readonly saving: boolean
  readonly onCancel: () => void
  readonly onSave: () => void
}

function Buttons({ action, saving, onCancel, onSave }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <div className="dialog-buttons">
      <Button onClick={onCancel}>{t('form.cancel')}</Button>
      <Button type="primary" loading={saving} onClick={onSave} title="Ctrl+S">
        {action ?? t('form.save')}
      </Button>
    </div>
  )
}

interface ReasonProps {
  readonly value: string
  readonly onChange: (reason: string) => void
}

function ReasonField({ value, onChange }: ReasonProps) {
  const { t } = useTranslation()
  return (
    <Input.TextArea
      autoFocus
      rows={2}
      maxLength={300}
      className="form-alert"
      aria-label={t('form.reason')}
      placeholder={t('form.reason')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** The problem, unless all of it is shown at fields; fields that the form lacks are named. */
function DomainError({ error, fields }: { readonly error: unknown; readonly fields: readonly string[] }) {
  const { t } = useTranslation()
  const reasonText = useReasonText()
  const { fieldErrors, rest } = placeErrors(problemOf(error), fields)
  if (rest.length === 0) return fieldErrors.length > 0 ? null : <ProblemAlert error={error} />
  return (
    <Alert
      type="error"
      showIcon
      className="form-alert"
      title={
        <ul className="form-errors">
          {rest.map(({ path, reason, limit }) => (
            <li key={path}>{t('form.unknownField', { field: path, reason: reasonText(reason, limit) })}</li>
          ))}
        </ul>
      }
    />
  )
}

function focusFirst(body: HTMLElement | null): void {
  body?.querySelector<HTMLElement>('input:enabled, textarea:enabled, select:enabled')?.focus()
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
