import type { WeldPiece, WeldRow } from '@cloud-factory/contract/welding/welds'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { CameraScan } from '../../shared/scan/camera-scan.tsx'
import { PieceProblem } from '../../shared/scan/piece-tags.tsx'
import { testedShown } from './welds.columns.tsx'
import { WeldStateTag } from './weld-labels.tsx'
import { WeldedForm } from './welded-form.tsx'

/** By scan: a scanner types the code of a piece, its welds are ticked, and who welded them is recorded. */
export function WeldScan() {
  const { t } = useTranslation('welding')
  const [text, setText] = useState('')
  const find = useMutation({
    mutationFn: (piece: string) => api('GET /api/weld-pieces', { query: { piece } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = text.trim()
    if (code === '') return
    setText('')
    find.mutate(code)
  }
  const piece = find.data
  return (
    <div className="weld-scan">
      <form onSubmit={submit}>
        <Input
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={300}
          aria-label={t('scan.label')}
          placeholder={t('scan.label')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button size="large" htmlType="submit" type="primary" loading={find.isPending}>
          {t('scan.find')}
        </Button>
        <CameraScan size="large" label={t('scan.camera')} onCode={(code) => find.mutate(code)} />
      </form>
      {find.error !== null && (
        <PieceProblem error={find.error} code={find.variables ?? ''} onChoose={(qr) => find.mutate(qr)} />
      )}
      {piece !== undefined && (
        <PieceWelds key={piece.id} piece={piece} onChanged={() => find.mutate(find.variables ?? piece.id)} />
      )}
    </div>
  )
}

interface PieceProps {
  readonly piece: WeldPiece
  readonly onChanged: () => void
}

function PieceWelds({ piece, onChanged }: PieceProps) {
  const { t } = useTranslation('welding')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState(false)
  const tick = ({ id }: WeldRow, on: boolean) =>
    setTicked((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
  const chosen = piece.welds.filter(({ id, can }) => ticked.has(id) && can.weld === true)
  return (
    <section aria-label={piece.serial}>
      <h2>{piece.serial}</h2>
      <p>{[piece.orderNo, piece.mark, piece.profile].join(' · ')}</p>
      {piece.welds.length === 0 && <p>{t('scan.noWelds')}</p>}
      <ul>
        {piece.welds.map((weld) => (
          <li key={weld.id}>
            <Checkbox
              checked={ticked.has(weld.id) && weld.can.weld === true}
              disabled={weld.can.weld !== true}
              onChange={({ target }) => tick(weld, target.checked)}
            >
              {weld.no}
            </Checkbox>
            <span>
              {t(`joint.${weld.joint}`)} · {t('classOf', { word: weld.class })} · {weld.lengthMm} mm ·{' '}
              {testedShown(weld)}
            </span>
            <WeldStateTag state={weld.state} />
          </li>
        ))}
      </ul>
      {piece.welds.length > 0 && (
        <Button
          size="large"
          type="primary"
          block
          disabled={chosen.length === 0}
          onClick={() => setOpen(true)}
        >
          {t('action.welded')}
        </Button>
      )}
      {open && (
        <WeldedForm
          welds={chosen}
          onDone={() => {
            setOpen(false)
            setTicked(new Set())
            onChanged()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
