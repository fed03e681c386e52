import { loadWords } from '../i18n/i18n.ts'
import { lazyComponent } from '../ui/lazy-component.ts'
import { CameraOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Overlay } from '../ui/overlay.tsx'
import { codeIn } from './scan.rules.ts'

/** The QR code camera, loaded with its texts when it is first opened. */
export const ScanCamera = lazyComponent(async () => {
  const [{ ScanCamera: Camera }] = await Promise.all([import('./scan-camera.tsx'), loadWords('camera')])
  return Camera
})

interface Props {
  /** The button's label. */
  readonly label: string
  readonly size?: 'large'
  /** Continues after a code; otherwise the first code closes the camera. */
  readonly goesOn?: boolean
  readonly onCode: (code: string) => void
}

/** A button that opens the camera below it. Scanned codes are passed on; for a link to a piece, the code in it. */
export function CameraScan({ label, size, goesOn = false, onCode }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const found = (text: string) => {
    const code = codeIn(text)
    if (code === null) return
    if (!goesOn) close()
    onCode(code)
  }
  return (
    <>
      <Button
        size={size}
        icon={<CameraOutlined aria-hidden="true" />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      <Overlay onClose={close}>
        {open && <ScanCamera goesOn={goesOn} onCode={found} onClose={close} />}
      </Overlay>
    </>
  )
}
