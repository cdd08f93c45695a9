import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

/** One of several views of the same thing. */
export interface Tab {
  readonly id: string;
  readonly label: string;
  /** Drawn only while it is selected. */
  readonly content: () => ComponentChildren;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Views behind tabs; arrow keys move between them. */
export function Tabs(props: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { tabs, selected } = props;
  const at = Math.max(
    tabs.findIndex((tab) => tab.id === selected),
    0,
  );
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab !== undefined) props.onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  const current = tabs[at];
  return (
    <div class="tabs">
      <div role="tablist" aria-label={props.label} ref={list} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={({ currentTarget }) => {
              // On a phone only a part of it may have been seen.
              currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
              props.onSelect(tab.id);
            }}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current?.id}`} class="tab-panel">
        {current?.content()}
      </div>
    </div>
  );
}
