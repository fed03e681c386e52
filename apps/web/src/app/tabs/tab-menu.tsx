import { useTranslation } from 'react-i18next'
import type { Tab } from '../../shared/tabs/tabs.rules.ts'
import { PopupMenu } from '../../shared/ui/popup-menu.tsx'
import { useTabActions } from './use-tab-actions.ts'

interface Props {
  readonly tab: Tab
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** Refresh, close (not for pinned tabs), close others, close all. */
export function TabMenu({ tab, at, onClose }: Props) {
  const { t } = useTranslation()
  const actions = useTabActions()
  const close = { key: 'close', label: t('tabs.close'), onChoose: () => void actions.close(tab.id) }
  return (
    <PopupMenu
      label={tab.title ?? t(`route.${tab.titleKey}`)}
      at={at}
      onClose={onClose}
      choices={[
        { key: 'refresh', label: t('tabs.refresh'), onChoose: () => void actions.refresh(tab.id) },
        ...(tab.affix ? [] : [close]),
        { key: 'others', label: t('tabs.closeOthers'), onChoose: () => void actions.closeOthers(tab.id) },
        { key: 'all', label: t('tabs.closeAll'), onChoose: () => void actions.closeAll() },
      ]}
    />
  )
}
