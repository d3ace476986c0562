import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** The response of a network that answers in place of the server until somebody signs in to the network. */
type PortalAnswer = { status: number; headers?: Record<string, string>; body?: string };

export type PortalNetwork = {
  /** The product's origin as seen through this network. */
  origin: string;
  /** Makes the network answer all requests by itself; null passes them on to the product again. */
  answer: (portalAnswer: PortalAnswer | null) => void;
  /** Cuts the network, as when the server is down or the connection is lost. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
};

/** Starts a simulated network between browser and product, such as a hotel's network with its own sign-in page. */
export async function startPortalNetwork(product: string): Promise<PortalNetwork> {
  let own: PortalAnswer | null = null;
  const server = createServer((input, answer) => {
    if (!own) return passOn(product, input, answer);
    input.resume();
    answer.writeHead(own.status, { "Content-Type": "text/html", ...own.headers }).end(own.body);
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const network = {
    origin: `http://127.0.0.1:${port}`,
    answer: (portalAnswer: PortalAnswer | null) => void (own = portalAnswer),
    cut: () => hangUp(server),
    mend: async () => (server.listening ? undefined : listen(server, port)),
  };
  afterAll(network.cut);
  return network;
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

async function hangUp(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

function passOn(product: string, input: IncomingMessage, answer: ServerResponse): void {
  const { method, url = "/", headers } = input;
  const onward = request(new URL(url, product), { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
    answered.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  input.pipe(onward);
}
