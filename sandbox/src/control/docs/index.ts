import openapiPart from '../openapi/index.ts';
import { definePart } from '../../service/plugin.ts';

/** Allows its own files and its own server, and the styles that Swagger UI sets. */
const CONTENT_SECURITY_POLICY =
	"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"base-uri 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
	<head>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width, initial-scale=1" />
		<title>Voice-agent service (sandbox)</title>
		<link rel="icon" href="/dashboard/favicon.svg" type="image/svg+xml" />
		<link rel="stylesheet" href="/dashboard/libraries/swagger-ui.css" />
		<script src="/dashboard/libraries/swagger-ui.js" defer></script>
		<script src="/docs/start.js" defer></script>
	</head>
	<body>
		<a href="/dashboard/"><img src="/dashboard/favicon.svg" alt="Dashboard" height="40" /></a>
		<div id="swagger-ui"></div>
	</body>
</html>
`;

const SCRIPT = `SwaggerUIBundle({
	url: '/openapi.json',
	dom_id: '#swagger-ui',
	deepLinking: true,
	docExpansion: 'none',
	tryItOutEnabled: true,
	persistAuthorization: true,
});
`;

/** An interactive reference of the service, which Swagger UI makes from its OpenAPI document. */
export default definePart({
	dependencies: [openapiPart],
	pages: (app) => {
		const files = { '/docs': PAGE, '/docs/': PAGE, '/docs/start.js': SCRIPT };
		for (const [path, content] of Object.entries(files)) {
			const type = content === SCRIPT ? 'text/javascript' : 'text/html; charset=utf-8';
			app.get(path, { schema: { hide: true } }, (_request, reply) =>
				reply.type(type).header('content-security-policy', CONTENT_SECURITY_POLICY).send(content),
			);
		}
	},
});
