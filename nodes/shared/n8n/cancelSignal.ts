/**
 * A view of a context whose requests end when the signal fires. `httpRequestWithAuthentication` takes the
 * signal of the execution from the context it is called on, and ignores the one in the request's options, so
 * that a single request could have no deadline of its own. Tested by test/engine/n8n-internals.test.ts and
 * test/engine/misbehaving-service.test.ts.
 */
export const withCancelSignal = <Context extends object>(context: Context, signal: AbortSignal): Context =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;
