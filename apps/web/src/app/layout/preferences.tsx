import { ColorPicker, Drawer, Form, Segmented, Select, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { switchLanguage } from '../../shared/i18n/i18n.ts'
import {
  changeSettings,
  controlHeights,
  defaultColor,
  languageNames,
  languageWords,
  presetColors,
  type Settings,
  type Size,
  sizeWords,
  useSettings,
} from '../../shared/settings.ts'
import { canLeave, changeTabs, tabsNow } from '../../shared/tabs/tabs-store.ts'
import { refreshAll } from '../../shared/tabs/tabs.rules.ts'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { say } from '../../shared/ui/say.ts'

/** Size of controls, language, theme colour, light or dark. */
export function Preferences({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { size, language, color, dark } = useSettings()
  const switchSize = useSwitchSize()
  const switchLanguageTo = useSwitchLanguage()
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        title={t('preferences.title')}
        onClose={onClose}
        size={400}
        styles={{ wrapper: { maxWidth: '100vw' } }}
      >
        <Form layout="vertical">
          <Form.Item label={t('preferences.size')} htmlFor="preferences-size">
            <Segmented<Size>
              id="preferences-size"
              className="preferences-size"
              block
              value={size}
              onChange={(word) => void switchSize(word)}
              options={sizeWords.map((word) => ({
                value: word,
                label: t(`preferences.sizes.${word}`),
                title: `${controlHeights[word]} px`,
              }))}
            />
          </Form.Item>
          <Form.Item label={t('preferences.language')} htmlFor="preferences-language">
            <Select<Settings['language']>
              id="preferences-language"
              value={language}
              onChange={(word) => void switchLanguageTo(word)}
              options={languageWords.map((word) => ({
                value: word,
                label: languageNames[word],
              }))}
            />
          </Form.Item>
          <Form.Item label={t('preferences.color')}>
            <ColorChoice color={color} />
          </Form.Item>
          <Form.Item label={t('preferences.dark')} htmlFor="preferences-dark">
            <Switch id="preferences-dark" checked={dark} onChange={(on) => changeSettings({ dark: on })} />
          </Form.Item>
        </Form>
      </Drawer>
    </>
  )
}

function ColorChoice({ color }: { readonly color: string }) {
  return (
    <div className="color-presets">
      {presetColors.map((preset) => (
        <button
          type="button"
          key={preset}
          className="color-preset"
          style={{ background: preset }}
          aria-label={preset}
          aria-pressed={preset.toLowerCase() === color.toLowerCase()}
          onClick={() => changeSettings({ color: preset })}
        />
      ))}
      <ColorPicker
        disabledAlpha
        showText
        value={color}
        onChangeComplete={(picked) =>
          changeSettings({ color: picked.cleared === true ? defaultColor : picked.toHexString() })
        }
      />
    </div>
  )
}

/** Clears all cached pages and rebuilds the current view, so it asks about unsaved work first. */
function useSwitchSize() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return async (size: Size) => {
    if (!(await canLeave())) return
    changeSettings({ size })
    changeTabs(refreshAll)
    const { list, current } = tabsNow()
    const shown = list.find(({ id }) => id === current)
    if (shown !== undefined) await navigate(`/redirect${shown.fullPath}`, { replace: true })
    say('success', t('preferences.sizeSwitched'))
  }
}

function useSwitchLanguage() {
  const { i18n } = useTranslation()
  return async (language: Settings['language']) => {
    if (await switchLanguage(language)) say('success', i18n.t('preferences.languageSwitched'))
    else say('warning', i18n.t('problem:offline'))
  }
}
