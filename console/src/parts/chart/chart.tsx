import { useEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../../app/store.js';
import { theme } from '../../app/theme.js';
import type { Readout } from './readout.js';
import type { Series } from './series.js';
import type { ChartView } from './view.js';

/** Of what is seen, how much a step moves. */
const MOVE_SHARE = 0.3;
const ZOOM_FACTOR = 0.6;

/**
 * A chart over time, loaded when it is first needed. `summary` says in words what it shows, for those who do not see it. `onOlder` is
 * called as the reader comes to the left end, so that a page can give older points.
 */
export function Chart(props: {
  readonly label: string;
  readonly summary: string;
  readonly series: readonly Series[];
  readonly onOlder?: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<ChartView>();
  const [hasFailed, setFailed] = useState(false);
  const [readout, setReadout] = useState<Readout>();
  const colours = useStore(theme);
  const older = useRef(props.onOlder);
  older.current = props.onOlder;
  useEffect(() => {
    let made: ChartView | undefined;
    let isWanted = true;
    import('./view.js').then(
      ({ ChartView: View }) => {
        if (!isWanted || box.current === null) return;
        made = new View(box.current, () => older.current?.(), setReadout);
        setView(made);
      },
      () => setFailed(true),
    );
    return () => {
      isWanted = false;
      made?.close();
    };
  }, []);
  useEffect(() => view?.show(props.series), [view, props.series]);
  // The colours are read off the page, after its theme has changed
  useEffect(() => view?.recolour(), [view, colours]);
  useEffect(() => {
    const media = matchMedia('(prefers-color-scheme: dark)');
    const changed = () => view?.recolour();
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, [view]);
  return (
    <figure class="chart-figure">
      <figcaption>
        <Legend series={props.series} readout={readout} />
        <Buttons view={view} label={props.label} />
      </figcaption>
      <div class="chart" ref={box} role="img" aria-label={`${props.label}. ${props.summary}`}>
        {view === undefined ? <p class="loading">{hasFailed ? 'The chart could not be loaded.' : 'Loading…'}</p> : null}
      </div>
    </figure>
  );
}

/** What a mouse does with a chart, for those without one. */
function Buttons({ view, label }: { readonly view: ChartView | undefined; readonly label: string }) {
  const buttons = [
    { text: '←', name: 'Earlier', act: () => view?.move(-MOVE_SHARE) },
    { text: '→', name: 'Later', act: () => view?.move(MOVE_SHARE) },
    { text: '+', name: 'Closer', act: () => view?.zoom(ZOOM_FACTOR) },
    { text: '−', name: 'Further', act: () => view?.zoom(1 / ZOOM_FACTOR) },
    { text: 'All', name: 'All', act: () => view?.showAll() },
  ];
  return (
    <span class="chart-buttons">
      {buttons.map(({ text, name, act }) => (
        <button key={name} type="button" class="small" aria-label={`${name}: ${label}`} title={name} onClick={act}>
          {text}
        </button>
      ))}
    </span>
  );
}

/** The names of the series, and what they are where the pointer is. */
function Legend(props: { readonly series: readonly Series[]; readonly readout: Readout | undefined }) {
  const { series, readout } = props;
  return (
    <span class="legend">
      {series.map((each, at) => (
        <span key={each.name} class={`key ${each.kind === 'candles' ? 'candles' : each.tone}`}>
          {each.name} <b>{readout?.values[at]}</b>
        </span>
      ))}
      {readout === undefined ? null : <span class="fine">{readout.at}</span>}
    </span>
  );
}
