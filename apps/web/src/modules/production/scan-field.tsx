import { CameraOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef, Skeleton } from 'antd'
import { type ClipboardEvent, type Ref, Suspense, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ScanCamera } from '../../shared/scan/camera-scan.tsx'
import { codesIn } from '../../shared/scan/scan.rules.ts'

interface Props {
  readonly busy: boolean
  readonly onCode: (code: string) => void
  readonly field: Ref<InputRef>
  /** What it reads, if not pieces alone. */
  readonly label?: string
  readonly placeholder?: string
}

/** Reads codes: typed, from a keyboard scanner, or from the camera, which `isOnce` closes after its first code. */
export function ScanField({ isOnce = false, onCode, ...props }: Props & { readonly isOnce?: boolean }) {
  const [camera, setCamera] = useState(false)
  const read = (code: string) => {
    if (isOnce) setCamera(false)
    onCode(code)
  }
  return (
    <>
      <CodeForm {...props} onCode={read} camera={camera} onCamera={() => setCamera(!camera)} />
      {camera && (
        <Suspense fallback={<Skeleton active />}>
          <ScanCamera onCode={read} onClose={() => setCamera(false)} />
        </Suspense>
      )}
    </>
  )
}

interface CodeFormProps extends Props {
  readonly camera: boolean
  readonly onCamera: () => void
}

function CodeForm({ busy, onCode, camera, onCamera, field, label, placeholder }: CodeFormProps) {
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
