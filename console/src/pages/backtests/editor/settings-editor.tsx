import { useState } from 'preact/hooks';
import { Editor } from '../../../parts/editor/editor.js';
import { Tabs } from '../../../parts/tabs.js';
import type { Faults } from './faults.js';
import { parseSettings, type Settings, settingsJson } from './request.js';
import { SettingsForm } from './settings-form.js';

/** The settings as a form and as JSON: two views of the same. */
export function SettingsEditor(props: {
  readonly settings: Settings;
  readonly faults: Faults;
  readonly onChange: (settings: Settings) => void;
  /** Told what is wrong with the JSON, or that nothing is. */
  readonly onWrong: (wrong: string | undefined) => void;
}) {
  const { settings, faults, onChange, onWrong } = props;
  const [view, setView] = useState('form');
  return (
    <Tabs
      label="How settings are shown"
      selected={view}
      onSelect={(next) => {
        onWrong(undefined);
        setView(next);
      }}
      tabs={[
        { id: 'form', label: 'Form', content: () => <SettingsForm {...{ settings, faults, onChange }} /> },
        {
          id: 'json',
          label: 'JSON',
          content: () => <Json settings={settings} onChange={onChange} onWrong={onWrong} />,
        },
      ]}
    />
  );
}

function Json(props: {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly onWrong: (wrong: string | undefined) => void;
}) {
  const [text, setText] = useState(() => settingsJson(props.settings));
  const [wrong, setWrong] = useState<string>();
  const change = (next: string) => {
    setText(next);
    const parsed = parseSettings(next);
    const found = 'wrong' in parsed ? parsed.wrong : undefined;
    setWrong(found);
    props.onWrong(found);
    if ('settings' in parsed) props.onChange(parsed.settings);
  };
  return (
    <>
      <Editor label="Settings as JSON" language="json" value={text} onChange={change} />
      {wrong === undefined ? null : (
        <p class="field-error" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}
