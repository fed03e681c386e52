import { Nothing } from '../charts/kpi.tsx'
import { useTurn } from '../frame/use-turn.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/** Notices, the urgent ones first; one that is long has its lines, more than there is room for take turns. */
export function NoticesPanel({ data, height, zoom }: PanelProps<'notices'>) {
  const { t, names } = useSpeech()
  const notices = data.notices.toSorted((a, b) => Number(b.urgent) - Number(a.urgent))
  const room = Math.max(1, Math.floor(height / (58 * zoom)))
  const turn = useTurn(Math.ceil(notices.length / room), 10)
  if (notices.length === 0) return <Nothing>{t('notices.none')}</Nothing>
  return (
    <ul className="notices">
      {notices.slice(turn * room, turn * room + room).map(({ text, urgent }) => (
        <li key={text.zh} className={urgent ? 'is-urgent' : ''}>
          {urgent && <em className="tag is-bad">▲ {t('notices.urgent')}</em>}
          <span>{names(text)}</span>
        </li>
      ))}
    </ul>
  )
}
