# The server with the browser client and the compiled engine. docs/server.md says how to run it.

FROM node:22-bookworm-slim AS web
WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
COPY src ../src
RUN npm run build

# The same Python as below: a compiled wheel fits one version only.
FROM python:3.11-slim-bookworm AS wheel
RUN apt-get update \
    && apt-get install --yes --no-install-recommends binutils gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY requirements.lock requirements-fast.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock \
    && pip install --no-cache-dir --require-hashes -r requirements-fast.lock
COPY LICENSE README.md hatch_build.py pyproject.toml ./
COPY tools ./tools
COPY src ./src
COPY --from=web /build/src/basebash/server/static ./src/basebash/server/static
RUN python -m tools.dist --compiled

FROM python:3.11-slim-bookworm
RUN useradd --uid 10001 --home-dir /data --create-home --shell /usr/sbin/nologin basebash
COPY requirements-server.lock /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/requirements-server.lock && rm /tmp/requirements-server.lock
COPY --from=wheel /build/dist/ /tmp/dist/
RUN pip install --no-cache-dir --no-index --no-deps /tmp/dist/*.whl && rm -rf /tmp/dist
USER 10001
WORKDIR /data
VOLUME /data
ENV BASEBASH_HOST=0.0.0.0 BASEBASH_PORT=8000
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"BASEBASH_PORT\"]}/healthz', timeout=8)"]
ENTRYPOINT ["basebash"]
CMD ["serve"]
