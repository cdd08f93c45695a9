import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Heading } from '../parts/heading.js';
import { Notice } from '../parts/problem.js';
import { ROUTES } from './routes.js';
import { findRoute, type PageProps, type Route } from './routing.js';

const loaded = new Map<Route, ComponentType<PageProps>>();

/** Shows the page of an address, loaded first where it is new. */
export function Outlet({ address }: { readonly address: string }) {
  const { pathname, searchParams } = new URL(address, location.origin);
  const found = findRoute(ROUTES, pathname);
  const [, setLoaded] = useState(0);
  const [failed, setFailed] = useState<Route>();
  const route = found?.route;
  useEffect(() => {
    if (route === undefined || loaded.has(route)) return;
    route.load().then(
      ({ default: page }) => {
        loaded.set(route, page);
        setLoaded(loaded.size);
      },
      () => setFailed(route),
    );
  }, [route]);
  if (found === undefined) return <Missing />;
  if (failed === route) return <NotLoaded />;
  const Page = loaded.get(found.route);
  if (Page === undefined) return <p class="starting">Loading…</p>;
  return (
    <Guarded key={pathname}>
      <Page params={found.params} query={searchParams} />
    </Guarded>
  );
}

/** A page whose code fails says so, and the navigation stays. */
function Guarded({ children }: { readonly children: preact.ComponentChildren }) {
  const [error] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <>
      <Heading title="This page failed" />
      <Notice tone="bad">
        The console made a mistake here: {String(error)}. <a href={location.href}>Load it again</a>.
      </Notice>
    </>
  );
}

/** After an update of the platform the files of the page that is open are gone. */
function NotLoaded() {
  return (
    <>
      <Heading title="This page could not be loaded" />
      <Notice tone="bad">
        The platform did not answer, or it was updated since you opened the console.{' '}
        <button type="button" class="link" onClick={() => location.reload()}>
          Load the console again
        </button>
        .
      </Notice>
    </>
  );
}

function Missing() {
  return (
    <>
      <Heading title="There is no such page" />
      <p>
        Nothing of the console is at this address. <a href="/app">The overview</a> leads to everything.
      </p>
    </>
  );
}
