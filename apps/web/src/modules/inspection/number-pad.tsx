import { type MouseEvent, useEffect, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'

/** Whether people tap with a finger: fields of readings then have our pad instead of the device's own keyboard. */
export const hasNumberPad = matchMedia('(pointer: coarse)').matches

/** Writes at the cursor as a keyboard does, so that the field's handlers notice; nothing to write deletes. */
function write(field: HTMLInputElement, text: string): void {
  const end = field.selectionEnd ?? field.value.length
  const start = field.selectionStart ?? end
  const from = text === '' && start === end ? Math.max(0, start - 1) : start
  field.setRangeText(text, from, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The pad stays for so long after its field, or a tap below it would miss what it was meant for, ms. */
const shownMs = 300

/** The field for a reading that has the focus inside; null: none. */
function useFocusedField(inside: { readonly current: HTMLElement | null }): HTMLInputElement | null {
  const [field, setField] = useState<HTMLInputElement | null>(null)
  useEffect(() => {
    const box = inside.current
    if (box === null || !hasNumberPad) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const enter = ({ target }: FocusEvent) => {
      clearTimeout(timer)
      const isReading = target instanceof HTMLInputElement && target.matches('[data-point]:not([readonly])')
      setField(isReading ? target : null)
    }
    const leave = () => {
      timer = setTimeout(() => setField(null), shownMs)
    }
    box.addEventListener('focusin', enter)
    box.addEventListener('focusout', leave)
    return () => {
      // A page that is hidden keeps its state.
      setField(null)
      clearTimeout(timer)
      box.removeEventListener('focusin', enter)
      box.removeEventListener('focusout', leave)
    }
  }, [inside])
  useEffect(() => {
    field?.scrollIntoView({ block: 'nearest' })
  }, [field])
  return field
}

interface Key {
  readonly label: string
  readonly className?: string
  readonly press: (field: HTMLInputElement) => void
}

const digit = (label: string): Key => ({ label, press: (field) => write(field, label.replace('−', '-')) })

/**
 * A pad for the reading that has the focus. Shared terminals have no keyboard, and the pads of phones often lack the
 * minus sign.
 */
export function NumberPad({ inside }: { readonly inside: { readonly current: HTMLElement | null } }) {
  const { t } = useTranslation('inspection')
  const field = useFocusedField(inside)
  if (field === null) return null
  const enter = () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  const keys: readonly Key[] = [
    ...['1', '2', '3'].map(digit),
    { label: t('pad.delete'), className: 'is-word', press: () => write(field, '') },
    ...['4', '5', '6'].map(digit),
    { label: t('pad.next'), className: 'is-word is-next', press: enter },
    ...['7', '8', '9', '−', '0', '.'].map(digit),
    { label: t('pad.close'), className: 'is-word', press: () => field.blur() },
  ]
  // The field keeps the focus.
  const stay = (event: MouseEvent) => event.preventDefault()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys in it act
    <div className="number-pad" role="group" aria-label={t('pad.label')} onMouseDown={stay}>
      {keys.map(({ label, className, press }) => (
        <button key={label} type="button" className={className} onClick={() => press(field)}>
          {label}
        </button>
      ))}
    </div>
  )
}
