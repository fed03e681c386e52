import { Button } from 'antd'
import { type PointerEvent, type RefObject, useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'

/** Pixels of the picture; shown as wide as there is room. */
const width = 720
const height = 280

interface Props {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  /** Written instead of drawn, for whom drawing is not possible. */
  readonly name: string
  readonly signed: boolean
  readonly onSigned: (signed: boolean) => void
}

/** A field to sign in with finger, pen or mouse. Ink is dark on white in every theme: it is printed. */
export function SignaturePad({ canvas, name, signed, onSigned }: Props) {
  const { t } = useTranslation('shipping')
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = placeOf(event)
    stroke(event.currentTarget, last.current, last.current)
    onSigned(true)
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (last.current === null) return
    const to = placeOf(event)
    stroke(event.currentTarget, last.current, to)
    last.current = to
  }
  const end = () => {
    last.current = null
  }
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, width, height)
    onSigned(false)
  }
  const write = () => {
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined) return
    clear()
    context.font = 'italic 72px "Segoe Script", "Brush Script MT", KaiTi, STKaiti, serif'
    context.fillStyle = ink
    context.textBaseline = 'middle'
    context.fillText(name.trim(), 32, height / 2, width - 64)
    onSigned(true)
  }
  return (
    <div className="signature-pad">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={t(signed ? 'receipt.signed' : 'receipt.sign')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      {!signed && <span className="signature-hint">{t('receipt.sign')}</span>}
      <div className="page-actions">
        <Button onClick={clear} disabled={!signed}>
          {t('receipt.clear')}
        </Button>
        <Button onClick={write} disabled={name.trim() === ''}>
          {t('receipt.write')}
        </Button>
      </div>
    </div>
  )
}

const ink = '#14213d'

function placeOf(event: PointerEvent<HTMLCanvasElement>) {
  const box = event.currentTarget.getBoundingClientRect()
  return {
    x: ((event.clientX - box.left) * width) / box.width,
    y: ((event.clientY - box.top) * height) / box.height,
  }
}

interface Place {
  readonly x: number
  readonly y: number
}

function stroke(canvas: HTMLCanvasElement, from: Place, to: Place): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  context.lineWidth = 5
  context.lineCap = 'round'
  context.strokeStyle = ink
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

/** The picture in base64, without the head of a data URL. */
export const pictureOf = (canvas: HTMLCanvasElement): string =>
  canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
