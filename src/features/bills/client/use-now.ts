import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** The present, renewed each minute; while the page is taken over, the instant at which it was rendered. */
export function useNow(renderedAt: string): Date {
  const [now, setNow] = useState(() => new Date(renderedAt));
  useEffect(() => {
    function tick() {
      setNow(new Date());
    }
    tick();
    const timer = setInterval(tick, minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
