import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ScanCamera } from '../../shared/scan/camera-scan.tsx'
import { codeIn } from '../../shared/scan/scan.rules.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'

interface BadgeProps {
  readonly busy: boolean
  readonly onBadge: (code: string) => void
}

/** A reader writes into the field as a keyboard does, also when something else was touched last; or the camera reads. */
export function BadgeField({ busy, onBadge }: BadgeProps) {
  const { t } = useTranslation('sign-in')
  const [typed, setTyped] = useState('')
  const [camera, setCamera] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    const gather = ({ key, target }: KeyboardEvent) => {
      if (key.length === 1 && !(target instanceof HTMLInputElement)) field.current?.focus()
    }
    window.addEventListener('keydown', gather)
    return () => window.removeEventListener('keydown', gather)
  }, [])
  const read = (text: string) => {
    const code = codeIn(text)
    setTyped('')
    setCamera(false)
    if (code !== null && !busy) onBadge(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    read(typed)
  }
  return (
    <form className="terminal-badge" onSubmit={submit}>
      <label htmlFor="terminal-badge">{t('terminal.badge')}</label>
      <input
        id="terminal-badge"
        ref={field}
        autoComplete="off"
        maxLength={64}
        // A shared screen must not open its keyboard before somebody touches the field.
        inputMode={typed === '' ? 'none' : 'text'}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button
        type="button"
        className="terminal-plain"
        aria-expanded={camera}
        onClick={() => setCamera(!camera)}
      >
        {t('common:scan.camera')}
      </button>
      <Overlay onClose={() => setCamera(false)}>
        {camera && <ScanCamera onCode={read} onClose={() => setCamera(false)} />}
      </Overlay>
    </form>
  )
}

interface PinProps {
  readonly title: string
  readonly busy: boolean
  readonly onPin: (pin: string) => void
  readonly onBack: () => void
}

const shortest = 4
const longest = 8

/** Big keys, and any keyboard. What is typed is never shown. */
export function PinPad({ title, busy, onPin, onBack }: PinProps) {
  const { t } = useTranslation('sign-in')
  const [pin, setPin] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const type = (text: string) => setPin(text.replaceAll(/\D/g, '').slice(0, longest))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pin.length < shortest || busy) return
    setPin('')
    onPin(pin)
  }
  return (
    <form className="terminal-pin" onSubmit={submit}>
      <label htmlFor="terminal-pin">{title}</label>
      <input
        id="terminal-pin"
        ref={field}
        type="password"
        inputMode="none"
        autoComplete="off"
        value={pin}
        onChange={({ target }) => type(target.value)}
      />
      <div className="terminal-keys">
        {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
          <button key={digit} type="button" onClick={() => type(pin + digit)}>
            {digit}
          </button>
        ))}
        <button type="button" aria-label={t('terminal.erase')} onClick={() => setPin(pin.slice(0, -1))}>
          ⌫
        </button>
        <button type="button" onClick={() => type(`${pin}0`)}>
          0
        </button>
        <button type="submit" className="is-main" disabled={pin.length < shortest || busy}>
          {t('login.go')}
        </button>
      </div>
      <button type="button" className="terminal-plain" onClick={onBack}>
        {t('terminal.back')}
      </button>
    </form>
  )
}
