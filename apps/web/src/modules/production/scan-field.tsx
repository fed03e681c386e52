import { CameraOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { type ClipboardEvent, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codesIn } from '../../shared/scan/scan.rules.ts'

interface Props {
  readonly busy: boolean
  readonly onCode: (code: string) => void
  readonly camera: boolean
  readonly onCamera: () => void
  readonly field: Ref<InputRef>
  /** What it reads, if not pieces alone. */
  readonly label?: string
  readonly placeholder?: string
}

/** Reads a code: typed, from a keyboard scanner, or from the camera. */
export function ScanField({ busy, onCode, camera, onCamera, field, label, placeholder }: Props) {
  const { t } = useTranslation('production')
  const [text, setText] = useState('')
  const submit = () => {
    if (text.trim() === '') return
    onCode(text)
    setText('')
  }
  // The field has one line: pasted into it, the codes of a list would run together.
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (codesIn(pasted).length < 2) return
    event.preventDefault()
    onCode(pasted)
  }
  return (
    <form
      className="scan-field"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Input
        ref={field}
        size="large"
        aria-label={label ?? t('scan.label')}
        placeholder={placeholder ?? t('scan.placeholder')}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={300}
        value={text}
        onPaste={paste}
        onChange={({ target }) => setText(target.value)}
      />
      <Button size="large" htmlType="submit" loading={busy}>
        {t('scan.find')}
      </Button>
      <Button
        size="large"
        type={camera ? 'default' : 'primary'}
        className="scan-camera-button"
        icon={<CameraOutlined />}
        aria-expanded={camera}
        onClick={onCamera}
      >
        {t('scan.camera')}
      </Button>
    </form>
  )
}
