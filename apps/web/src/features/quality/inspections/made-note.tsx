import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useReasonText } from '../../../shared/ui/use-reason-text.ts'
import type { Made } from './use-make-lots.ts'

/** Which inspections were made, and what was left out and why. */
export function MadeNote({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { t } = useTranslation('inspections')
  const reasonText = useReasonText()
  const shown = made.items.slice(0, 20)
  return (
    <Alert
      type={made.left.length > 0 ? 'warning' : 'success'}
      showIcon
      role="status"
      closable={{ onClose }}
      title={t('due.made', { count: made.items.length })}
      description={
        <>
          {shown.map(({ id, no, mark }) => (
            <span key={id} className="made-link">
              <Link to={`/quality/inspection/${id}`}>{no}</Link> {mark}
            </span>
          ))}
          {made.left.slice(0, 20).map(({ piece, reason }) => (
            <div key={piece} className="is-late">
              {piece}: {reasonText(reason)}
            </div>
          ))}
        </>
      }
    />
  )
}
