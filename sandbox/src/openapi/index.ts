import { definePart } from '../plugin.ts';
import { describeRoutes } from './openapi.ts';

/** The OpenAPI document of the service. */
export default definePart({
	name: 'openapi',
	dependencies: [],
	setUp: describeRoutes,
});
