# The bot in a container; docs/operating.md says how it is built and run.
FROM python:3.13-slim@sha256:70729b46c69b4f1e97c4822c1af3df53a1476cf5ddc6c087c0c10bc3a5678c2f AS python
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1

FROM python AS build
WORKDIR /src
COPY requirements-build.txt ./
RUN python -m venv /opt/build && /opt/build/bin/python -m pip install --require-hashes -r requirements-build.txt
COPY . .
# There is no git here, so the version comes from outside; without it, it is pyproject.toml's fallback-version.
ARG VERSION=
RUN SETUPTOOLS_SCM_PRETEND_VERSION=$VERSION /opt/build/bin/python -m pip wheel --no-build-isolation --no-deps -w /dist .

FROM python
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin ichiza \
    && install -d -o ichiza -g ichiza -m 0700 /data
WORKDIR /opt/ichiza
COPY requirements-postgres.txt requirements-sentry.txt ./
RUN python -m venv . \
    && bin/python -m pip install --require-hashes -r requirements-postgres.txt -r requirements-sentry.txt
COPY --from=build /dist/ dist/
RUN bin/python -m pip install --no-deps --no-index dist/*.whl

ENV PATH=/opt/ichiza/bin:$PATH PYTHONUNBUFFERED=1 ICHIZA_DATABASE=/data/ichiza.sqlite3 ICHIZA_HEALTH_PORT=8377
WORKDIR /data
VOLUME /data
USER ichiza
HEALTHCHECK --interval=60s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8377/health', timeout=4)"]
# As a list, so that SIGTERM reaches the bot itself. `docker run --init` hands it on even while Python itself starts.
ENTRYPOINT ["ichiza"]
